import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../../test/check-property.ts'
import { chains } from '../chains.ts'
import { feesFor, raised } from './fee-rule.ts'

const gwei = 1_000_000_000n
const market = { baseFee: 8n * gwei, suggestedTip: 2n * gwei, gasPrice: 10n * gwei }

function ruleOf(chainId: number) {
  const rule = chains.find((chain) => chain.chainId === chainId)?.fees
  if (!rule) throw new Error(`chain ${chainId} is in the registry`)
  return rule
}

describe('fees', () => {
  it('allow for a base fee that doubles', () => {
    expect(feesFor(ruleOf(1), market, { exact: false })).toEqual({
      maxFeePerGas: 18n * gwei,
      maxPriorityFeePerGas: 2n * gwei,
    })
  })

  it('are one price for a transaction that empties an address, so that nothing is left', () => {
    const price = 12n * gwei
    expect(feesFor(ruleOf(1), market, { exact: true })).toEqual({
      maxFeePerGas: price,
      maxPriorityFeePerGas: price,
    })
  })

  it.each([
    ['Polygon’s least tip', 137, { ...market, suggestedTip: 1n }, 30n * gwei],
    ['no tip on Arbitrum, which ignores it', 42161, market, 0n],
    ['BNB Chain’s least price', 56, { ...market, baseFee: 0n, gasPrice: 1n }, gwei / 20n],
    ['Avalanche’s suggested price', 43114, market, 11n * gwei],
    ['one price without a base fee', 1, { ...market, baseFee: null }, 11n * gwei],
  ])('are %s', (_, chainId, seen, tip) => {
    const fees = feesFor(ruleOf(chainId), seen, { exact: false })
    expect(fees.maxPriorityFeePerGas).toBe(tip)
    expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(tip)
  })
})

it('a raised fee is accepted by nodes that require 12.5 % more, and is never below the market', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const fees = fc
    .tuple(amount, amount)
    .map(([a, b]) => ({ maxFeePerGas: a + b, maxPriorityFeePerGas: b }))
  checkProperty(
    fc.property(fees, fees, (before, current) => {
      const after = raised(before, current)
      expect(after.maxFeePerGas * 1000n).toBeGreaterThan(before.maxFeePerGas * 1125n)
      expect(after.maxPriorityFeePerGas * 1000n).toBeGreaterThan(
        before.maxPriorityFeePerGas * 1125n,
      )
      expect(after.maxFeePerGas).toBeGreaterThanOrEqual(current.maxFeePerGas)
      expect(after.maxFeePerGas).toBeGreaterThanOrEqual(after.maxPriorityFeePerGas)
    }),
  )
})
