import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkProperty } from '../../../test/check-property.ts'
import { medianPrice } from './median-price.ts'
import { pegState } from './peg-state.ts'
import type { PriceReading } from './price-reading.ts'

const now = new Date('2026-01-01T12:00:00Z')

let votes = 0

function reading(price: string, ageSeconds = 0, vote = `vote ${votes++}`): PriceReading {
  const updatedAt = new Date(now.getTime() - ageSeconds * 1000)
  return { source: 'a source', vote, price, updatedAt, maxAgeSeconds: 100 }
}

const median = (prices: string[], minimumSources = 2) =>
  medianPrice(
    prices.map((price) => reading(price)),
    { now, minimumSources },
  )

describe('the price', () => {
  it.each([
    { prices: ['2000', '2001', '2002'], price: '2001' },
    { prices: ['2010', '2000'], price: '2000' },
    { prices: ['100', '101.5'], price: '100' },
    { prices: ['100.00000000', '101.4'], price: '100.00000000' },
    { prices: ['100', '100.5', '5000'], price: '100' },
    { prices: ['1', '100', '100.5'], price: '100' },
    { prices: ['0', '100', '101'], price: '100' },
    { prices: ['-100', '100', '101'], price: '100' },
    { prices: ['none', '100', '101'], price: '100' },
    { prices: ['1000000000000', '100', '101'], price: '100' },
    { prices: [`${2n ** 255n}`.slice(0, 60), '100', '101'], price: '100' },
  ])('of $prices is $price', ({ prices, price }) => {
    expect(median(prices)).toBe(price)
  })

  it.each([
    { why: 'nobody responds', prices: [] },
    { why: 'only one does', prices: ['100'] },
    { why: 'two are further apart than 1.5 %', prices: ['100', '101.50000001'] },
    { why: 'halves disagree', prices: ['100', '100', '200', '200'] },
    { why: 'all are zero', prices: ['0', '0.00'] },
  ])('is none if $why', ({ prices }) => {
    expect(median(prices)).toBeUndefined()
  })

  it('of a single source counts where one is enough, but not against another', () => {
    expect(median(['100'], 1)).toBe('100')
    expect(median(['100', '110'], 1)).toBeUndefined()
  })

  it('does not count readings older than their own limit', () => {
    const options = { now, minimumSources: 2 }
    expect(medianPrice([reading('100', 100), reading('101')], options)).toBe('100')
    expect(medianPrice([reading('100', 100.001), reading('101')], options)).toBeUndefined()
    expect(medianPrice([reading('5', 999), reading('100'), reading('101')], options)).toBe('100')
  })

  it.each([
    ['is to come', -61],
    ['no calendar has', Number.NaN],
    ['is far away', -1e12],
  ])('does not count readings of a time that %s', (_, ageSeconds) => {
    const options = { now, minimumSources: 1 }
    expect(medianPrice([reading('100', ageSeconds)], options)).toBeUndefined()
    expect(medianPrice([reading('5', ageSeconds), reading('101')], options)).toBe('101')
    expect(medianPrice([reading('100', -60)], options)).toBe('100')
  })

  it('counts readings of one vote once, by their own median', () => {
    const feeds = (...prices: string[]) => prices.map((price) => reading(price, 0, 'feeds'))
    const options = { now, minimumSources: 2 }
    expect(medianPrice(feeds('100', '100', '100'), options)).toBeUndefined()
    expect(medianPrice([...feeds('100', '101', '100.5'), reading('101')], options)).toBe('100.5')
    expect(medianPrice([...feeds('200', '200'), reading('100'), reading('101')], options)).toBe(
      '100',
    )
  })

  it('does not count a vote whose readings are split', () => {
    const split = [reading('100', 0, 'feeds'), reading('110', 0, 'feeds')]
    expect(medianPrice([...split, reading('100')], { now, minimumSources: 2 })).toBeUndefined()
    const odd = [...split, reading('100.1', 0, 'feeds')]
    expect(medianPrice([...odd, reading('100')], { now, minimumSources: 2 })).toBe('100')
  })

  it('is always one that was read, whatever the order, and near to more than half of them', () => {
    const price = fc.integer({ min: 0, max: 400 }).map((cents) => `${(9900 + cents) / 100}`)
    checkProperty(
      fc.property(fc.array(price, { maxLength: 7 }), fc.nat(), (prices, rotation) => {
        const found = median(prices)
        const cut = prices.length ? rotation % prices.length : 0
        expect(median([...prices.slice(cut), ...prices.slice(0, cut)])).toBe(found)
        if (found === undefined) return
        expect(prices).toContain(found)
        const near = prices.filter(
          (p) => Math.abs(Number(p) - Number(found)) <= Number(found) * 0.031,
        )
        expect(near.length * 2).toBeGreaterThan(prices.length)
      }),
    )
  })
})

describe('a stablecoin', () => {
  const state = (...readings: PriceReading[]) => pegState(readings, now)

  it.each(['1', '0.98', '1.02', '0.99990000'])('holds its peg at %s', (price) => {
    expect(state(reading(price))).toBe('holds')
  })
  it.each(['0.9799', '1.0201', '2'])('has left it at %s, whatever others say', (price) => {
    expect(state(reading('1'), reading(price), reading('1'))).toBe('broken')
  })
  it.each([
    ['nobody', []],
    ['nobody lately', [reading('1', 101)]],
    ['somebody of the future', [reading('1', -3600)]],
    ['somebody without a possible price', [reading('0'), reading('NaN'), reading('-1')]],
  ])('is unknown where %s says anything', (_, readings) => {
    expect(state(...readings)).toBe('unknown')
  })
  it('ignores what is too old', () => {
    expect(state(reading('0.5', 101), reading('1'))).toBe('holds')
  })
})
