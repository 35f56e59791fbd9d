import { describe, expect, it } from 'vitest'
import {
  defaultRule,
  feeShare,
  micros,
  reasonToWait,
  ruleFor,
  waitingDetails,
} from './sweep-rule.ts'

const hourMs = 3_600_000
const rule = defaultRule({ chainId: 8453, network: 'mainnet' })
const worth = { valueMicros: 600_000n, feeBps: 10n, ageMs: 0 }

describe('an amount', () => {
  it.each([
    ['is swept if it is worth more than the minimum', worth, null],
    ['waits below the minimum', { ...worth, valueMicros: 499_999n }, 'below_minimum'],
    ['is swept at the minimum', { ...worth, valueMicros: 500_000n }, null],
    [
      'is swept below the minimum after a day',
      { ...worth, valueMicros: 1n, ageMs: 24 * hourMs },
      null,
    ],
    ['waits while fees take more than 5 %', { ...worth, feeBps: 501n }, 'fee_too_high'],
    ['is swept if they take 5 %', { ...worth, feeBps: 500n }, null],
    [
      'waits for lower fees at any age',
      { ...worth, feeBps: 501n, ageMs: 100 * hourMs },
      'fee_too_high',
    ],
    ['waits without a price', { ...worth, valueMicros: null }, 'price_unknown'],
    [
      'is swept without a price after a day',
      { ...worth, valueMicros: null, ageMs: 24 * hourMs },
      null,
    ],
    ['waits if the fee’s share is unknown', { ...worth, feeBps: null }, 'price_unknown'],
  ] as const)('%s', (_, of, reason) => {
    expect(reasonToWait(rule, of)).toBe(reason)
  })

  it('is swept whatever it costs, known or not, without a limit', () => {
    const waits = (feeBps: bigint | null) =>
      reasonToWait({ ...rule, maxFeeBps: null }, { ...worth, feeBps })
    expect([null, 0n, 10_001n].map(waits)).toEqual([null, null, null])
  })

  it('is worth less to sweep on Ethereum', () => {
    const ethereum = defaultRule({ chainId: 1, network: 'mainnet' })
    expect(reasonToWait(ethereum, { ...worth, valueMicros: 4_999_999n })).toBe('below_minimum')
  })

  it('of test money is swept, whatever it is worth, unless the fee takes nearly all of it', () => {
    for (const network of ['testnet', 'local'] as const) {
      const test = defaultRule({ chainId: 84532, network })
      const waits = (feeBps: bigint | null) =>
        reasonToWait(test, { valueMicros: null, feeBps, ageMs: 0 })
      expect([null, 9_000n, 9_001n].map(waits)).toEqual([null, null, 'fee_too_high'])
    }
  })
})

describe('a setting', () => {
  const base = { chainId: 8453, network: 'mainnet' } as const
  const settings = {
    sweepMinimumUsd: { 8453: '2', '8453.USDC': '0.25' },
    sweepMaxAgeHours: { 8453: 6 },
    sweepMaxFeePercent: { '8453.USDC': 0.29 },
  }

  it('of an asset replaces that of its chain, which replaces the default', () => {
    expect(ruleFor(base, 'USDC', settings)).toEqual({
      minimumMicros: 250_000n,
      maxAgeMs: 6 * hourMs,
      maxFeeBps: 29n,
      paysUnknownFee: false,
    })
    expect(ruleFor(base, 'ETH', settings)).toEqual({
      minimumMicros: 2_000_000n,
      maxAgeMs: 6 * hourMs,
      maxFeeBps: 500n,
      paysUnknownFee: false,
    })
    expect(ruleFor({ ...base, chainId: 137 }, 'USDC', settings)).toEqual(rule)
    expect(ruleFor(base, 'USDC', {})).toEqual(rule)
    const test = ruleFor({ chainId: 8453, network: 'testnet' }, 'USDC', settings)
    expect(reasonToWait(test, { ...worth, feeBps: null })).toBe('price_unknown')
    const withoutOwn = ruleFor({ chainId: 8453, network: 'testnet' }, 'ETH', settings)
    expect(reasonToWait(withoutOwn, { ...worth, valueMicros: 2_000_000n, feeBps: null })).toBeNull()
  })

  it('is named to the owner of what waits for it', () => {
    const of = ruleFor(base, 'ETH', settings)
    expect(waitingDetails('below_minimum', of, { ...worth, valueMicros: 1_999_999n })).toBe(
      'worth 1.999999 USD, below sweepMinimumUsd (2); swept after 6 hours (sweepMaxAgeHours)',
    )
    expect(waitingDetails('fee_too_high', of, { ...worth, feeBps: 1234n })).toBe(
      'fees would take 12.34 % of it, above sweepMaxFeePercent (5)',
    )
    expect(waitingDetails('price_unknown', of, { ...worth, valueMicros: null })).toBeNull()
    expect(waitingDetails('price_unknown', of, worth)).toBeNull()
    expect(waitingDetails('below_minimum', of, { ...worth, valueMicros: null })).toBeNull()
    expect(waitingDetails('fee_too_high', of, { ...worth, feeBps: null })).toBeNull()
    expect(waitingDetails('fee_too_high', { ...of, maxFeeBps: null }, worth)).toBeNull()
  })
})

it('a share is rounded up, so that the rule is never exceeded', () => {
  expect(feeShare(1n, 10_000n)).toBe(1n)
  expect(feeShare(1n, 20_000n)).toBe(1n)
  expect(feeShare(0n, 5n)).toBe(0n)
  expect(feeShare(5n, 0n)).toBeGreaterThan(10_000n)
})

it('a value is in millionths of a USD', () => {
  expect(micros(1_500_000n, { decimals: 6, priceMicros: 1_000_000n })).toBe(1_500_000n)
  expect(micros(10n ** 18n, { decimals: 18, priceMicros: 2_500_000_000n })).toBe(2_500_000_000n)
  expect(micros(1n, { decimals: 18, priceMicros: null })).toBeNull()
})
