import { expect, it } from 'vitest'
import { causeName, type Failed, failedAgain, isStopped } from './failed.ts'

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

it('causes that differ by addresses and amounts are one', () => {
  expect(causeName('Insufficient funds: 0xAb12 has 17')).toBe(
    causeName('insufficient funds: 0x99 has 3'),
  )
})
