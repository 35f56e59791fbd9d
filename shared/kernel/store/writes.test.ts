import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { startTestTable } from '../../../test/test-table.ts'
import { itemKeys } from '../../item-keys.ts'
import { apiKeyKeys } from '../../records/api-keys/store/keys.ts'
import type { Key, SpreadKey } from './keys.ts'
import { tableSchema } from './schema.ts'
import { shardKey } from './shards.ts'
import type { Table } from './table.ts'
import { transact } from './transact.ts'
import { addition, noteItem, replacement, storeItem, update, upsert } from './writes.ts'

/** A key of every kind of row: whatever its builder expects, it puts texts and numbers into a text. */
const kinds = Object.entries(itemKeys).map(([kind, build]): [string, (name: string) => Key] => [
  kind,
  (name) => keyOf(build, name),
])

function keyOf(build: unknown, name: string): Key {
  if (typeof build !== 'function') throw new Error('every entry builds a key')
  const like = (text: string) =>
    Object.assign(Object(text), { toISOString: () => name, chainId: 1 })
  const given = [like('test'), like(name), like(name), name]
  const key: Partial<Key & SpreadKey> = Reflect.apply(build, undefined, given)
  const pk = key.partition ? shardKey(key.partition) : (key.pk ?? '')
  return { pk, sk: String(key.sk ?? 'row') }
}

async function stored({ client, name }: Table, Key: Key): Promise<Record<string, unknown>> {
  const { Item } = await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }))
  return Item ?? {}
}

const known = fc.constantFrom('status', 'amount', 'from', 'name', 'version2', 'held')
const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()))
const place = fc.constantFrom(
  tableSchema.ttlAttribute,
  ...Object.values(tableSchema.indexes).map(({ sortKey }) => sortKey),
)
const attributes = fc.dictionary(known, value, { maxKeys: 4 })
const places = fc.dictionary(place, fc.string({ minLength: 1 }), { maxKeys: 3 })
const unknown = fc.dictionary(
  fc.constantFrom('addedLater', 'data-2', 'Größe', 'size'),
  fc.oneof(value, fc.record({ nested: value })),
  { minKeys: 1 },
)

/** Every way to write an existing item, with the expected item afterwards. */
const rewrites = {
  replacement: (table: Table, item: Key) =>
    transact(table, [replacement({ ...item, version: 2 }, 1)]),
  upsert: (table: Table, item: Key) => transact(table, [upsert({ ...item, version: 2 })]),
  storeItem: (table: Table, item: Key) => storeItem(table, { ...item, version: 2 }),
  'a condition on another value': (table: Table, item: Key) =>
    transact(table, [
      upsert(
        { ...item, version: 2 },
        {
          ConditionExpression: '#version < :limit',
          ExpressionAttributeValues: { ':limit': 2 },
        },
      ),
    ]),
} as const

const { table, stop } = await startTestTable()
afterAll(stop)

const change = fc.record({
  before: attributes,
  after: attributes,
  at: places,
  added: unknown,
  rewrite: fc.constantFrom(...Object.values(rewrites)),
})

it.each(kinds)('an item of %s keeps what a newer version added', async (_, build) => {
  let count = 0
  const property = fc.asyncProperty(change, async ({ before, after, at, added, rewrite }) => {
    const key = build(`row${++count}`)
    await transact(table, [addition({ ...key, ...before, ...at, ...added, version: 1 })])
    const forgotten = Object.keys(before).filter((name) => !(name in after))
    const gone = Object.fromEntries(forgotten.map((name) => [name, undefined]))
    await rewrite(table, { ...key, ...gone, ...after })
    expect(await stored(table, key)).toEqual({ ...key, ...after, ...added, version: 2 })
    await transact(table, [update(key, { status: 'changed' }, { version: 2 })])
    const changed = { ...key, ...after, ...added, status: 'changed', version: 2 }
    expect(await stored(table, key)).toEqual(changed)
    await transact(table, [{ Delete: { Key: key } }])
  })
  await fc.assert(property, { numRuns: 4, seed: 20260301 })
})

it('adds an item that has no attributes but its key', async () => {
  const key = itemKeys.settings('live')
  await transact(table, [upsert(key)])
  expect(await stored(table, key)).toEqual(key)
})

it('notes values in an item, new or not, and keeps all others', async () => {
  const key = apiKeyKeys.apiKeyUse('test', 'key_1')
  await noteItem(table, { ...key, usedAt: 'then' })
  expect(await stored(table, key)).toEqual({ ...key, usedAt: 'then' })
  await transact(table, [upsert({ ...key, usedAt: 'then', later: 1, ttl: 2 })])
  await noteItem(table, { ...key, usedAt: 'now' })
  expect(await stored(table, key)).toEqual({ ...key, usedAt: 'now', later: 1, ttl: 2 })
})
