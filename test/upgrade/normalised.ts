import * as z from 'zod'
import { packedText } from '../../shared/kernel/store/codecs.ts'
import { createdAt } from '../factories.ts'
import type { StoredItem } from './real-runs.ts'
import { storedItem } from './real-runs.ts'
import { replacerOfRunTexts } from './run-texts.ts'
import { storedText } from './stored-text.ts'
import { isMap, isSealed } from './typed-paths.ts'

type Replace = (text: string) => string

/** Numbers that are measured. */
const measured: ReadonlySet<string> = new Set(['latencyMs', 'shard'])

/**
 * The item with nothing in it that differs from run to run, such as ids, hashes, times and what was sealed. Its keys
 * and attributes stay consistent.
 */
export function normalised(item: StoredItem, seed: string): StoredItem {
  const { pk, sk, ...others } = item
  const replace = replacerOfRunTexts(seed)
  const key = { pk: replace(inFirstShard(pk)), sk: replace(sk) }
  return storedItem.parse({ ...key, ...normalisedMap(others, replace) })
}

function normalisedMap(map: Record<string, unknown>, replace: Replace): Record<string, unknown> {
  if (isSealed(map)) {
    return Object.fromEntries(Object.keys(map).map((name) => [name, 'AA==']))
  }
  const entries = Object.entries(map).toSorted(
    ([a, ofA], [b, ofB]) => inOrder(shapeOf(a), shapeOf(b)) || inOrder(textOf(ofA), textOf(ofB)),
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [replace(name), normalisedValue(name, value, replace)]),
  )
}

function normalisedValue(name: string, value: unknown, replace: Replace): unknown {
  if (typeof value === 'string') return textValue(name, value, replace)
  if (typeof value === 'number') return numberValue(name, value)
  if (value instanceof Uint8Array) return new Uint8Array([1, 2, 3])
  if (value instanceof Set) {
    return new Set([...value].map((each) => normalisedValue('', each, replace)).toSorted())
  }
  if (Array.isArray(value)) return value.map((each) => normalisedValue('', each, replace))
  return isMap(value) ? normalisedMap(value, replace) : value
}

function textValue(name: string, value: string, replace: Replace): string {
  if (name === 'slug') return replace(`slug#${value}`).slice('slug#'.length)
  const text = packedText.parse(value)
  if (text !== value) return z.encode(packedText, replace(text))
  return replace(name.endsWith('Pk') ? inFirstShard(value) : value)
}

function numberValue(name: string, value: number): number {
  if (name === 'ttl') return createdAt.getTime() / 1000
  return measured.has(name) ? 1 : value
}

/** Shards follow from ids. */
function inFirstShard(partition: string): string {
  return partition.replace(/\/\d+$/, '')
}

/** Without what differs from run to run, so that it has the same place in each. */
function textOf(value: unknown): string {
  return storedText(normalisedValue('', value, replacerOfRunTexts('')))
}

const shapeOf = (name: string) => name.replace(/^0x[0-9a-fA-F]{40}$/, '0x')

export function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
