import { expect, it } from 'vitest'
import {
  causeName,
  type Failed,
  failedAgain,
  failureOf,
  isLastFailure,
  isStopped,
} from './failed.ts'

const reverted = { cause: 'The transaction was reverted.', ranOutOf: null }

function failedTimes(count: number): Failed {
  let failed = failedAgain(null, reverted)
  for (let more = 1; more < count; more++) failed = failedAgain(failed, reverted)
  return failed
}

it('three failures of one cause stop it, and fewer do not', () => {
  expect([1, 2, 3, 4].map((count) => isStopped(failedTimes(count)))).toEqual([
    ...[false, false, true, true],
  ])
})

it('another cause is counted from the start', () => {
  const other = failedAgain(failedTimes(2), { cause: 'It ran out of gas.', ranOutOf: 60_000n })
  expect(other).toMatchObject({ count: 1, ranOutOf: 60_000n })
  expect(isStopped(other)).toBe(false)
})

it('a simulation that fails makes the next one that succeeds count, until a transaction fails again', () => {
  const refused = { ...failedTimes(3), isRefused: true }
  expect(isStopped(refused)).toBe(false)
  expect(isStopped(failedAgain(refused, reverted))).toBe(true)
})

it('nothing that never failed is stopped, and the third failure is the one that stops it', () => {
  expect(isStopped(null)).toBe(false)
  expect([2, 3, 4].map((count) => isLastFailure(failedTimes(count)))).toEqual([false, true, false])
})

it('a transaction that used almost all of its gas ran out of it, for each of its addresses', () => {
  const failure = (gasUsed: bigint) => failureOf('Refused.', { gas: 6_400n, gasUsed, addresses: 2 })
  expect(failure(6_299n)).toEqual({ cause: 'Refused.', ranOutOf: null })
  expect(failure(6_300n)).toEqual({
    cause: 'It ran out of gas, with a limit of 6400.',
    ranOutOf: 3_200n,
  })
})

it('causes that differ by addresses and amounts are one', () => {
  expect(causeName('Refused')).not.toBe(causeName('Blacklisted'))
  expect(causeName('Insufficient funds: 0xAb12 has 17')).toBe(
    causeName('insufficient funds: 0x99 has 3'),
  )
})
