import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../../../test/check-property.ts'
import { formatBase, parseDecimal } from '../../../kernel/money.ts'
import { assetAmount, type Pricing } from './asset-amount.ts'

function decimal(text: string) {
  const value = parseDecimal(text, 60)
  if (!value) throw new Error(text)
  return value
}

function owed(fiat: string, unitPriceUsd: string, { decimals = 18, fiatUsd = '1' } = {}): string {
  const base = assetAmount({
    fiat: decimal(fiat),
    fiatUsd: decimal(fiatUsd),
    unitPriceUsd: decimal(unitPriceUsd),
    assetDecimals: decimals,
  })
  return formatBase(base, decimals)
}

describe('assetAmount', () => {
  it.each([
    ['25.00', '2448.09', '0.010213'],
    ['25', '2500', '0.01'],
    ['0.01', '2500', '0.000004'],
    ['100000', '2500', '40'],
    ['19.99', '0.4321', '46.27'],
    ['10', '100000', '0.0001'],
  ])('%s USD at %s is %s', (fiat, price, amount) => expect(owed(fiat, price)).toBe(amount))

  it.each([
    ['may be worth a cent', ['1.23', '100'], '0.0124'],
    ['is finer if it were worth more than a cent', ['1.23', '100.5'], '0.01225'],
    ['may be worth 0.05 % of the order', ['200.05', '100'], '2.001'],
    ['is finer if it were worth more than that', ['199.95', '100'], '1.9997'],
    ['is the eighth at most', ['1.23', '10000000'], '0.00000013'],
  ] as const)('its last digit %s', (_, [fiat, price], amount) => {
    expect(owed(fiat, price, { fiatUsd: '1.0001' })).toBe(amount)
  })

  it('gives a dollar stablecoin in cents', () => {
    expect(owed('10', '1', { decimals: 6 })).toBe('10')
    expect(owed('10.01', '1', { decimals: 6 })).toBe('10.01')
  })

  it('converts other currencies first', () => {
    expect(owed('100', '2500', { fiatUsd: '1.08' })).toBe('0.0432')
  })

  it('never has more decimals than the asset', () => {
    expect(owed('10', '100000', { decimals: 2 })).toBe('0.01')
  })

  const pricing: fc.Arbitrary<Pricing> = fc.record({
    fiat: fc.record({ units: fc.bigInt({ min: 1n, max: 10n ** 14n }), scale: fc.constant(2) }),
    fiatUsd: fc.record({ units: fc.bigInt({ min: 1n, max: 10n ** 10n }), scale: fc.constant(8) }),
    unitPriceUsd: fc.record({
      units: fc.bigInt({ min: 1n, max: 10n ** 14n }),
      scale: fc.constant(8),
    }),
    assetDecimals: fc.integer({ min: 6, max: 18 }),
  })

  it('never asks for less than the order is worth, nor for a step more', () => {
    checkProperty(
      fc.property(pricing, (p) => {
        const base = assetAmount(p)
        const worth = (amount: bigint) => amount * p.unitPriceUsd.units * 10n ** 2n
        const order = p.fiat.units * p.fiatUsd.units * 10n ** BigInt(p.assetDecimals)
        expect(base > 0n && worth(base) >= order).toBe(true)
        const step = 10n ** BigInt(p.assetDecimals - lastDecimal(base, p.assetDecimals))
        expect(worth(base - step) < order).toBe(true)
      }),
    )
  })
})

/** The finest position that was used, at most 8 and at least 2. */
function lastDecimal(base: bigint, decimals: number): number {
  const text = formatBase(base, decimals)
  const used = text.split('.')[1]?.length ?? 0
  return Math.max(used, 2)
}
