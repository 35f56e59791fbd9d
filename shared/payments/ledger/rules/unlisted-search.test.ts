import { describe, expect, it } from 'vitest'
import { later } from '../../../../test/factories.ts'
import { afterSearch, searchGroups, type UnlistedSearch } from './unlisted-search.ts'

const search: UnlistedSearch = {
  mode: 'test',
  sessionId: 'cs_1',
  address: '0x01',
  chainId: 1,
  createdAt: later(0),
  version: 1,
  throughBlock: null,
  nextBlock: null,
  unreadable: [],
  failures: 0,
  isAlone: false,
  dueAt: later(900),
  untilAt: later(90 * 86_400),
}

describe('searches of a chain', () => {
  const started = (from: readonly number[], isAlone = false) =>
    from.map((block) => ({ search: { isAlone }, from: BigInt(block) }))
  const groups = (...searches: ReturnType<typeof started>) =>
    searchGroups(searches, 12_000).map((group) => group.map(({ from }) => Number(from)))

  it('are made together if they start within an hour of the first', () => {
    const found = groups(...started([1000, 10, 700, 311, 310, 1300]))
    expect(found).toEqual([[10, 310], [311], [700, 1000], [1300]])
    expect(groups()).toEqual([])
  })

  it('are of at most a hundred addresses', () => {
    const found = groups(...started(Array.from({ length: 250 }, () => 7)))
    expect(found.map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('are made alone after they failed together', () => {
    expect(groups(...started([8, 9], true), ...started([7, 8]))).toEqual([[7, 8], [8], [9]])
  })
})

describe('a search', () => {
  const now = later(1000)
  const range = { fromBlock: 100n, toBlock: 200n }
  const outcomeOf = (searchedTo: bigint, of: Partial<UnlistedSearch> = {}, together = 2) =>
    afterSearch({ ...search, ...of }, { searchedTo, unreadable: [], range, together }, now)

  it('is done with its last block, and the next one begins a few blocks before', () => {
    const done = { throughBlock: 200n, nextBlock: 180n, dueAt: null, failures: 0, isAlone: false }
    expect(outcomeOf(200n)).toMatchObject(done)
    expect(outcomeOf(200n, { failures: 3, isAlone: true }, 1)).toMatchObject(done)
  })

  it('is continued at once where it ended', () => {
    expect(outcomeOf(150n)).toMatchObject({ throughBlock: 150n, nextBlock: 151n, dueAt: now })
  })

  it('that got nowhere is repeated alone, then later and later, and given up in the end', () => {
    expect(outcomeOf(99n)).toMatchObject({
      nextBlock: 100n,
      isAlone: true,
      dueAt: now,
      failures: 0,
    })
    expect(outcomeOf(99n, {}, 1)).toMatchObject({ failures: 1, dueAt: later(1000 + 570) })
    expect(outcomeOf(99n, { failures: 1 }, 1)).toMatchObject({
      failures: 2,
      dueAt: later(1000 + 1170),
    })
    expect(outcomeOf(99n, { untilAt: later(1500) }, 1)).toMatchObject({ dueAt: null })
  })

  it('is repeated later for contracts that could not be read, without what was searched', () => {
    const outcome = { searchedTo: 200n, unreadable: ['0x02'], range, together: 2 }
    expect(afterSearch(search, outcome, now)).toMatchObject({
      nextBlock: 180n,
      unreadable: ['0x02'],
      failures: 1,
      dueAt: later(1000 + 570),
    })
  })
})
