import { expect, it } from 'vitest'
import { aSession, counted, later, transfersCounted } from '../../../../test/factories.ts'
import { preferredCount } from './preferred-count.ts'

/** Counts by what was asked for and what came in time; the first is the session's own, the last was chosen last. */
function preferred(
  counts: readonly (readonly [asked: bigint, onTime: bigint])[],
  underpaymentTolerancePercent = 0,
) {
  const given = counts.map(([amountBase, onTime], index) => {
    const lock = { ...aSession().lock, amountBase, expiresAt: later(100 * index) }
    const headTime = later(50 - index)
    return { fact: transfersCounted({ lock, headTime, seen: counted(onTime) }) }
  })
  const [own] = given
  if (!own) return undefined
  const preference = { lock: own.fact.lock, underpaymentTolerancePercent }
  return preferredCount(given, preference)?.fact.lock.amountBase
}

it.each([
  [
    'its own if nothing arrived',
    [
      [10n, 0n],
      [20n, 0n],
    ],
    10n,
  ],
  [
    'its own where it is paid exactly, as another is',
    [
      [10n, 10n],
      [20n, 20n],
    ],
    10n,
  ],
  [
    'another that is paid exactly',
    [
      [10n, 11n],
      [20n, 20n],
    ],
    20n,
  ],
  [
    'another that is paid, where its own is short',
    [
      [10n, 9n],
      [20n, 21n],
    ],
    20n,
  ],
  [
    'its own where both are short',
    [
      [10n, 9n],
      [20n, 19n],
    ],
    10n,
  ],
  [
    'another that got a little, where its own got nothing',
    [
      [10n, 0n],
      [20n, 1n],
    ],
    20n,
  ],
  [
    'of others the later',
    [
      [10n, 0n],
      [20n, 1n],
      [30n, 1n],
    ],
    30n,
  ],
] as const)('prefers %s', (_, counts, asked) => {
  expect(preferred(counts)).toBe(asked)
})

it('takes for enough what is tolerated', () => {
  const counts = [[1000n, 1n] as const, [200n, 198n] as const]
  expect(preferred(counts)).toBe(1000n)
  expect(preferred(counts, 1)).toBe(200n)
})

it('a deadline has passed only once it has on every chain', () => {
  const { lock } = aSession()
  const counts = [later(50), later(40)].map((headTime) => ({
    fact: transfersCounted({ headTime }),
  }))
  expect(preferredCount(counts, { lock, underpaymentTolerancePercent: 0 })?.fact.headTime).toEqual(
    later(40),
  )
})

it('takes the earliest terms if several assets were paid, and the current ones of one at several prices', () => {
  const count = (chainId: number, seconds: number) => {
    const lock = { ...aSession().lock, chainId, amountBase: 10n, expiresAt: later(seconds) }
    return { fact: transfersCounted({ lock, seen: counted(10n) }) }
  }
  const taken = (...counts: ReturnType<typeof count>[]) => {
    const lock = counts[0]?.fact.lock ?? aSession().lock
    return preferredCount(counts, { lock, underpaymentTolerancePercent: 0 })?.fact.lock.expiresAt
  }
  expect(taken(count(1, 300), count(10, 100), count(137, 200))).toEqual(later(100))
  expect(taken(count(1, 300), count(1, 100))).toEqual(later(300))
  expect(taken(count(1, 100), count(1, 300))).toEqual(later(100))
  expect(taken()).toBeUndefined()
})
