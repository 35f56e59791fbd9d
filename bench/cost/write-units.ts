import * as z from 'zod'
import { projected, tableSchema } from '../../shared/kernel/store/schema.ts'

/** An item in DynamoDB's JSON. */
export type Item = Readonly<Record<string, unknown>>

export type Change = { before: Item | undefined; after: Item | undefined }

const kilobyte = 1024

/** Write units that a partition of the table or of an index gets. */
export type PartitionUnits = { index: string; key: string; units: number }

/** The write units of a change in all partitions; see `unitsByPartition`. */
export function writeUnits(change: Change, options: { inTransaction?: boolean } = {}): number {
  return unitsByPartition(change, options).reduce((sum, { units }) => sum + units, 0)
}

/**
 * Write units by DynamoDB's rules: one for each started kB of the larger of both items, two of them in a transaction,
 * and for each index one for each started kB that is added, removed or changed there. An index whose key changes removes
 * one row and adds another.
 */
export function unitsByPartition(
  { before, after }: Change,
  { inTransaction = false } = {},
): PartitionUnits[] {
  const base = unitsOf(Math.max(sizeOf(before), sizeOf(after)))
  const inTable = partitionOf(tableSchema, after ?? before)
  return [
    { index: 'table', key: inTable, units: inTransaction ? 2 * base : base },
    ...Object.entries(tableSchema.indexes).flatMap(([name, index]) =>
      rowWrites(index, { before, after }).map(({ row, units }) => ({
        index: name,
        key: partitionOf(index, row),
        units,
      })),
    ),
  ]
}

type Index = (typeof tableSchema.indexes)[keyof typeof tableSchema.indexes]

function rowWrites(index: Index, { before, after }: Change): { row: Item; units: number }[] {
  const [old, next] = [rowOf(index, before), rowOf(index, after)]
  if (!old || !next || keyOf(index, old) !== keyOf(index, next)) {
    return [old, next].flatMap((row) => (row ? [{ row, units: unitsOf(sizeOf(row)) }] : []))
  }
  const isSame = JSON.stringify(sorted(old)) === JSON.stringify(sorted(next))
  return isSame ? [] : [{ row: next, units: unitsOf(Math.max(sizeOf(old), sizeOf(next))) }]
}

const text = z.object({ S: z.string() })

function partitionOf({ partitionKey }: { partitionKey: string }, row: Item | undefined): string {
  return text.safeParse(row?.[partitionKey]).data?.S ?? ''
}

/** The item as the index has it; undefined if it lacks a key of the index. */
function rowOf(index: Index, item: Item | undefined): Item | undefined {
  if (!item || !(index.partitionKey in item) || !(index.sortKey in item)) return undefined
  const names = projected(index)
  if (!names) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))
}

function keyOf({ partitionKey, sortKey }: Index, row: Item): string {
  return JSON.stringify([row[partitionKey], row[sortKey]])
}

function sorted(item: Item): [string, unknown][] {
  return Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
}

function unitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / kilobyte))
}

/** The bytes of an item by DynamoDB's rules: names and values, and a few for each list and map. */
export function sizeOf(item: Item | undefined): number {
  return Object.entries(item ?? {}).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value),
    0,
  )
}

function valueSize(value: unknown): number {
  const [[type, inner] = ['NULL', true]] = Object.entries(Object(value))
  if (type === 'S') return Buffer.byteLength(String(inner))
  if (type === 'N') return Math.ceil(String(inner).length / 2) + 1
  if (type === 'B') return Buffer.from(String(inner), 'base64').length
  if (type !== 'L' && type !== 'M') return 1
  // A list's indices are not stored.
  const members: [string, unknown][] = Object.entries(Object(inner))
  const nameSize = (name: string) => (type === 'M' ? Buffer.byteLength(name) : 0)
  let size = 3
  for (const [name, one] of members) size += 1 + nameSize(name) + valueSize(one)
  return size
}

/** The bytes of an item and of its rows in indexes, with what DynamoDB adds to each. */
export function storedBytes(item: Item): number {
  const rows = Object.values(tableSchema.indexes).map((index) => rowOf(index, item))
  const stored = [item, ...rows].filter((row) => row !== undefined)
  return stored.reduce((sum, row) => sum + sizeOf(row) + 100, 0)
}
