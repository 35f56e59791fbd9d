import * as fc from 'fast-check'
import {
  grownShards,
  type IndexShards,
  shardsToWrite,
} from '../../../shared/kernel/index-shards.ts'
import { noteShards } from '../../../shared/kernel/store/shard-count.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { transact, type Write } from '../../../shared/kernel/store/transact.ts'
import { indexShardsReplacement } from '../../../shared/records/settings/store/settings.ts'
import { type AroundCall, aroundAwsCalls } from '../../aws-calls.ts'
import { later } from '../../factories.ts'
import { testTable } from '../../test-table.ts'
import type { Added, Place, ShardReader } from './shard-reader.ts'

const mode = 'test'
const most = 16
const growthSeconds = 600
/** More than any walk has. */
const mostPages = 200

const place = fc.record({
  second: fc.integer({ min: 0, max: 15 }),
  isOther: fc.boolean(),
  shards: fc.integer({ min: 1, max: most }),
})

/** An event between two pages, and who reads the second one. */
const step = fc.record({
  growBy: fc.constantFrom(0, 3, 6, 15),
  added: fc.array(place, { maxLength: 3 }),
  isNewProcess: fc.boolean(),
})

export const history = fc.record({
  shards: fc.constantFrom(1, 1, 2, 5),
  existing: fc.array(place, { minLength: 25, maxLength: 40 }),
  steps: fc.array(step, { minLength: 4, maxLength: 10 }),
  limit: fc.integer({ min: 1, max: 12 }),
  /** DynamoDB stops a query at 1 MB, which is at least two items. */
  rowsPerRequest: fc.integer({ min: 2, max: 12 }),
})

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never
type Step = History['steps'][number]

/** Entries before the first page, those added between pages, and the keys that were found, in their order. */
export type Walked = { existing: (Added & Place)[]; added: (Added & Place)[]; found: string[] }

/** Walks through the pages of a reader, between which the shards grow and items are added and changed. */
export async function walkGrowingShards(reader: ShardReader, given: History): Promise<Walked> {
  const world = await growingTable(reader, given.shards)
  const existing = await world.add(given.existing)
  const added: Walked['added'] = []
  const found: string[] = []
  let pages = 0
  const changes = existing.flatMap((item) => item.changes ?? []).values()
  const steps = given.steps.values()
  const walk = { table: world.process, limit: given.limit }
  await aroundAwsCalls(stoppingAfter(given.rowsPerRequest), async () => {
    for await (const keys of reader.pages(walk)) {
      if (++pages > mostPages) throw new Error('the walk has no end')
      found.push(...keys)
      const { value: next } = steps.next()
      if (next) added.push(...(await world.pass(next)))
      const { value: change } = changes.next()
      if (change) await save(world.table, [change])
    }
  })
  return { existing, added, found }
}

async function growingTable(reader: ShardReader, first: number) {
  const table = await testTable()
  let seconds = 0
  let shards: IndexShards | null = null
  let number = 0
  /** A table of its own, since a process remembers the shards by table. */
  const present = { ...table }
  let reading = present
  if (first > 1) await grow(first)
  await wait()
  return { table, add, pass, process: () => reading }

  /** Until what was announced before counts for writers. By then, every process has read it. */
  async function wait() {
    seconds += growthSeconds
    noteShards(present, mode, shards)
  }

  async function grow(count: number) {
    const after = grownShards(shards, count, later(seconds))
    await save(table, [indexShardsReplacement(mode, after, shards)])
    shards = after
  }

  async function pass({ growBy, added, isNewProcess }: Step) {
    await wait()
    const count = shards?.count ?? 1
    if (growBy > 0 && count < most) await grow(Math.min(most, count + growBy))
    reading = isNewProcess ? { ...table } : present
    return add(added)
  }

  async function add(places: readonly Omit<Place, 'number'>[]): Promise<(Added & Place)[]> {
    const known = shardsToWrite(shards, later(seconds))
    const items = places.map((one) => {
      const given = { ...one, number: number++, shards: Math.min(one.shards, known) }
      return { ...given, ...reader.add(given) }
    })
    await save(
      table,
      items.flatMap(({ writes }) => writes),
    )
    return items
  }
}

async function save(table: Table, writes: readonly Write[]): Promise<void> {
  for (let start = 0; start < writes.length; start += 100) {
    const outcome = await transact(table, writes.slice(start, start + 100))
    if (!outcome.committed) throw new Error(`nothing was saved: ${JSON.stringify(outcome.failed)}`)
  }
}

/** Has a query return no more than so many rows, as if they were large. */
function stoppingAfter(rows: number): AroundCall {
  return ({ operation, body }, send) => {
    if (operation !== 'Query') return send()
    const query = JSON.parse(body)
    return send(JSON.stringify({ ...query, Limit: Math.min(query.Limit ?? rows, rows) }))
  }
}
