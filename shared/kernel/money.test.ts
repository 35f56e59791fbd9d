import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../test/check-property.ts'
import { divideRoundingUp, formatBase, formatDecimal, parseDecimal } from './money.ts'

describe('parseDecimal', () => {
  it('keeps every digit', () => {
    expect(parseDecimal('12.30', 2)).toEqual({ units: 1230n, scale: 2 })
    expect(parseDecimal('0.000000000000000001', 18)).toEqual({ units: 1n, scale: 18 })
    expect(parseDecimal('007', 2)).toEqual({ units: 7n, scale: 0 })
  })

  it.each(['', '.', '1.', '.5', '-1', '+1', '1e3', '1,5', ' 1', '1 ', 'NaN', '0x10', '١', '1.2.3'])(
    'refuses %j',
    (text) => expect(parseDecimal(text, 18)).toBeUndefined(),
  )

  it('refuses surplus decimals instead of rounding', () => {
    expect(parseDecimal('1.005', 2)).toBeUndefined()
    expect(parseDecimal('1.000', 2)).toBeUndefined()
  })

  it('is undone by formatDecimal', () => {
    checkProperty(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(20), (units, scale) => {
        const text = formatDecimal({ units, scale })
        expect(parseDecimal(text, 20)).toEqual({ units, scale })
      }),
    )
  })
})

describe('formatBase', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [25_000_000n, 6, '25'],
    [-1_500_000n, 6, '-1.5'],
    [7n, 0, '7'],
  ])('%s with %i decimals is %s', (base, decimals, text) => {
    expect(formatBase(base, decimals)).toBe(text)
  })
})

describe('divideRoundingUp', () => {
  it('is the smallest whole number that is not too small', () => {
    checkProperty(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (dividend, divisor) => {
          const quotient = divideRoundingUp(dividend, divisor)
          expect(quotient * divisor >= dividend && (quotient - 1n) * divisor < dividend).toBe(true)
        },
      ),
    )
  })
})
