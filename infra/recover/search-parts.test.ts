import { expect, it } from 'vitest'
import { searchParts } from './search-parts.ts'

/** From and until of each part, after these indices were found. */
function ranges(range: Partial<Parameters<typeof searchParts>[0]>, found: number[] = []) {
  const given = { from: 0, until: null, nextIndex: null, ...range }
  const parts = searchParts(
    given,
    found.map((index) => ({ index })),
  )
  return parts.map(({ from, until }) => [from, until()])
}

it('goes downwards from the next index, then 20,000 empty addresses further', () => {
  expect(ranges({ nextIndex: 25_000 })).toEqual([
    [15_000, 25_000],
    [5_000, 15_000],
    [0, 5_000],
    [25_000, 45_000],
  ])
  expect(ranges({ nextIndex: 25_000 }, [30_000]).at(-1)).toEqual([25_000, 50_001])
})

it('ends after 200,000 empty addresses in a row if the next index is unknown', () => {
  expect(ranges({})).toEqual([[0, 200_000]])
  expect(ranges({}, [-1, 70_000])).toEqual([[0, 270_001]])
})

it('stays between --from and --until', () => {
  expect(ranges({ from: 300, until: 400 })).toEqual([[300, 400]])
  expect(ranges({ from: 300, until: 400, nextIndex: 350 })).toEqual([
    [300, 350],
    [350, 400],
  ])
  expect(ranges({ from: 300, until: 400, nextIndex: 9_000 })).toEqual([
    [300, 400],
    [400, 400],
  ])
})
