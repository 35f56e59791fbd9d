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

  const others = [
    {
      are: 'Polygon’s least tip',
      chainId: 137,
      seen: { ...market, suggestedTip: 1n },
      tip: 30n * gwei,
    },
    { are: 'without tip on Arbitrum, which ignores it', chainId: 42161, seen: market, tip: 0n },
    {
      are: 'BNB Chain’s least price',
      chainId: 56,
      seen: { ...market, baseFee: 0n, gasPrice: 1n },
      tip: gwei / 20n,
    },
    { are: 'Avalanche’s suggested price', chainId: 43114, seen: market, tip: 11n * gwei },
    {
      are: 'one price without a base fee',
      chainId: 1,
      seen: { ...market, baseFee: null },
      tip: 11n * gwei,
    },
  ]
  it.each(others)('are $are', ({ chainId, seen, tip }) => {
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
