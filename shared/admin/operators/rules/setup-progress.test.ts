import { expect, it } from 'vitest'
import { noProgress, withoutPayout } from './setup-progress.ts'

it('a network without a payout wallet was left out, or still lacks one', () => {
  const networks = [1, 10, 137, 8453].map((chainId) => ({ chainId }))
  const payouts = [{ chainId: 10 }, { chainId: 99 }]
  expect(withoutPayout(networks, payouts, { leftOut: [137, 10] })).toEqual({
    leftOut: [{ chainId: 137 }],
    missing: [{ chainId: 1 }, { chainId: 8453 }],
  })
  expect(withoutPayout(networks, networks, noProgress)).toEqual({ leftOut: [], missing: [] })
  expect(noProgress).toEqual({ leftOut: [], testPayment: null, version: 0 })
})
