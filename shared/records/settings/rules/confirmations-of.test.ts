import { expect, it } from 'vitest'
import { confirmationsOf } from './confirmations-of.ts'

it('the operator’s number of confirmations goes before the chain’s', () => {
  const settings = { confirmations: { 8453: 20 } }
  expect(confirmationsOf(settings, { chainId: 8453, confirmations: 5 })).toBe(20)
  expect(confirmationsOf(settings, { chainId: 1, confirmations: 5 })).toBe(5)
})
