import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { growthDelayMs, type IndexShards } from '../index-shards.ts'
import type { Mode } from '../mode.ts'
import { keys } from './keys.ts'
import type { Table } from './table.ts'

export const indexShards = z.lazy(() =>
  z.object({ count: z.int(), before: z.int(), from: z.iso.datetime() }),
)

const attribute = z.lazy(() => z.object({ indexShards: indexShards.optional() }))

type Known = { shards: Promise<IndexShards | null>; until: number; isRead: boolean }

/** Per table, so that tests don't share it. */
const known = new WeakMap<Table, Map<Mode, Known>>()

/** Writers wait longer than that before they use a new shard, so every reader knows it by then. */
const freshMs = growthDelayMs / 2

/** Caches the settings of a mode that were just read, so that nobody has to read them again. */
export function noteShards(table: Table, mode: Mode, shards: IndexShards | null): void {
  keep(table, mode, Promise.resolve(shards)).isRead = true
}

/** The shards of a mode's partitions, as they were within the last five minutes. */
function loadShards(table: Table, mode: Mode): Promise<IndexShards | null> {
  const present = fresh(table, mode)
  if (present) return present.shards
  const reading = readShards(table, mode)
  const kept = keep(table, mode, reading)
  reading.then(
    () => {
      kept.isRead = true
    },
    () => known.get(table)?.delete(mode),
  )
  return reading
}

/** Whether `loadShards` needs no request, not even one that is under way. */
export function knowsShards(table: Table, mode: Mode): boolean {
  return fresh(table, mode)?.isRead === true
}

function fresh(table: Table, mode: Mode): Known | undefined {
  const present = known.get(table)?.get(mode)
  return present && present.until > Date.now() ? present : undefined
}

/** The number of shards that a reader has to merge. */
export async function shardCount(table: Table, mode: Mode): Promise<number> {
  return (await loadShards(table, mode))?.count ?? 1
}

function keep(table: Table, mode: Mode, shards: Promise<IndexShards | null>): Known {
  const ofModes = known.get(table) ?? new Map<Mode, Known>()
  const kept = { shards, until: Date.now() + freshMs, isRead: false }
  known.set(table, ofModes.set(mode, kept))
  return kept
}

async function readShards({ client, name }: Table, mode: Mode): Promise<IndexShards | null> {
  const request = { TableName: name, Key: keys.settings(mode), ProjectionExpression: 'indexShards' }
  const { Item = {} } = await client.send(new GetCommand(request))
  return attribute.parse(Item).indexShards ?? null
}
