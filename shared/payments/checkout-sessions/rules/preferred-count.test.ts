import { expect, it } from 'vitest'
import { aSession, counted, later, transfersCounted } from '../../../../test/factories.ts'
import { preferredCount } from './preferred-count.ts'

/**
 * Returns the preferred terms of three: over 1,000, 2,000 and 3,000, by the amount that came in time. The first are the
 * session's own, the last were chosen last.
 */
function preferred(cameInTime: readonly bigint[], underpaymentTolerancePercent = 0) {
  const given = cameInTime.map((onTime, index) => {
    const amountBase = 1000n * BigInt(index + 1)
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
  ['its own if nothing arrived', [0n, 0n], 1000n],
  ['its own where it is paid exactly, as another is', [1000n, 2000n], 1000n],
  ['another that is paid exactly', [1001n, 2000n], 2000n],
  ['another that is paid, where its own is short', [999n, 2001n], 2000n],
  ['its own where both are short', [999n, 1999n], 1000n],
  ['another that got a little, where its own got nothing', [0n, 1n], 2000n],
  ['of others the later', [0n, 1n, 1n], 3000n],
])('prefers %s', (_, cameInTime, asked) => {
  expect(preferred(cameInTime)).toBe(asked)
})

it('takes for enough what is tolerated', () => {
  expect(preferred([1n, 1980n])).toBe(1000n)
  expect(preferred([1n, 1980n], 1)).toBe(2000n)
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
