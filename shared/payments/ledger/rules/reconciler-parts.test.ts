import { expect, it } from 'vitest'
import { mostParts, partsOf, shardsOfPart } from './reconciler-parts.ts'

const at = (minute: number) => new Date(minute * 60_000)

it.each([1, 2, 5, 6, 16, 64])(
  'has each of %i shards in one part, and no more parts than fit',
  (shards) => {
    const parts = Array.from({ length: partsOf(shards) }, (_, part) =>
      shardsOfPart(part, shards, at(7)),
    )
    expect(parts.length).toBeLessThanOrEqual(mostParts)
    const all = Array.from({ length: shards }, (_, shard) => shard)
    expect(parts.flat().toSorted((a, b) => a - b)).toEqual(all)
  },
)

it('begins with each shard in turn', () => {
  const firsts = [0, 1, 2, 3].map((minute) => shardsOfPart(1, 16, at(minute)))
  expect(firsts).toEqual([
    [1, 6, 11],
    [6, 11, 1],
    [11, 1, 6],
    [1, 6, 11],
  ])
})

it('has nothing for a part that is beyond the shards', () => {
  expect(shardsOfPart(3, 2, at(0))).toEqual([])
})
