import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readersOfCustomers } from './readers-of-customers.ts'
import { readersOfEvents } from './readers-of-events.ts'
import { readersOfMoney } from './readers-of-money.ts'
import { readersOfSessions } from './readers-of-sessions.ts'
import type { ShardReader, SpreadName } from './shard-reader.ts'
import { history, type Walked, walkGrowingShards } from './walk-growing-shards.ts'

/** The compiler asks for readers of each partition that has shards. */
const readers: Record<SpreadName, readonly ShardReader[]> = {
  ...readersOfSessions,
  ...readersOfEvents,
  ...readersOfMoney,
  ...readersOfCustomers,
}

const cases = Object.entries(readers).flatMap(([partition, all]) =>
  all.map((reader) => ({ partition, shows: reader.shows, reader })),
)

describe('while the shards grow up to 16', () => {
  it.each(cases)('each row is found once, in order: $shows ($partition)', async ({ reader }) => {
    const property = fc.asyncProperty(history, async (given) => {
      expectEachOnce(await walkGrowingShards(reader, given), reader)
    })
    await fc.assert(property, { seed: 22, numRuns: 4, endOnFailure: true })
  })
})

function expectEachOnce({ existing, added, found }: Walked, { order, showsAll }: ShardReader) {
  const isShown = ({ isOther }: Walked['existing'][number]) => showsAll || !isOther
  const wanted = existing.filter(isShown)
  const places = new Map(wanted.map(({ key, place }) => [key, place]))
  const placesFound = found.flatMap((key) => places.get(key) ?? [])
  const inOrder = wanted.map(({ place }) => place).toSorted()
  expect(placesFound).toEqual(order === 'newest first' ? inOrder.toReversed() : inOrder)
  expect(found).toHaveLength(new Set(found).size)
  const shown = new Set([...wanted, ...added.filter(isShown)].map(({ key }) => key))
  expect(found.filter((key) => !shown.has(key))).toEqual([])
}
