import { describe, expect, it } from 'vitest'
import type { OrderReport } from './order-report.ts'
import { lacksFacts, type OrderTerms, weighReport } from './weigh-report.ts'

const startedAt = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)

const delivery = { wallet: '0xAbC', asset: 'USDC', network: 'base' }
const terms: OrderTerms = { amount: '25.00', currency: 'USD', delivery, startedAt }
const report: OrderReport = {
  paymentId: 'p1',
  reference: { by: 'order', id: 'po_1' },
  status: 'done',
  txHash: null,
  queryToken: null,
  state: 'paid',
  paid: { amount: '25', currency: 'usd' },
  beganAt: later(10),
  delivered: { wallet: '0xabc', asset: 'usdc', network: 'Base' },
}

const weigh = (changes: Partial<OrderReport>, of: Partial<OrderTerms> = {}) =>
  weighReport({ ...report, ...changes }, { ...terms, ...of })

describe('a report', () => {
  it.each([
    ['of enough money at the wallet pays, in letters of either case', {}],
    ['of more pays', { paid: { amount: '25.01', currency: 'USD' } }],
    [
      'without the network pays, as wallet, coin and time prove it',
      { delivered: { ...delivery, network: null } },
    ],
    ['of a clock that is five minutes behind pays', { beganAt: later(-300) }],
  ])('%s', (_, changes) => {
    expect(weigh(changes)).toEqual({ kind: 'paid' })
  })

  it.each<[string, Partial<OrderReport>, string]>([
    ['a part only', { state: 'short' }, 'partial'],
    ['no amount', { paid: null }, 'amount_unknown'],
    [
      'an amount that can’t be read',
      { paid: { amount: 'much', currency: 'USD' } },
      'amount_unknown',
    ],
    ['an amount with an exponent', { paid: { amount: '1e3', currency: 'USD' } }, 'amount_unknown'],
    ['less', { paid: { amount: '24.99', currency: 'USD' } }, 'amount_short'],
    ['another currency', { paid: { amount: '25', currency: 'EUR' } }, 'wrong_currency'],
    ['another wallet', { delivered: { ...delivery, wallet: '0xdef' } }, 'wrong_wallet'],
    ['another coin', { delivered: { ...delivery, asset: 'ETH' } }, 'wrong_asset'],
    ['another network', { delivered: { ...delivery, network: 'polygon' } }, 'wrong_network'],
    ['a payment from before the order', { beganAt: later(-301) }, 'before_order'],
    ['no wallet', { delivered: { ...delivery, wallet: null } }, 'facts_missing'],
    ['no coin', { delivered: { ...delivery, asset: null } }, 'facts_missing'],
    ['no time', { beganAt: null }, 'facts_missing'],
  ])('of %s is for the operator', (_, changes, reason) => {
    expect(weigh(changes)).toEqual({ kind: 'unmatched', reason })
  })

  it.each(['open', 'failed', 'refunded', 'undelivered'] as const)(
    'of %s is what it says',
    (state) => {
      expect(weigh({ state, paid: null })).toEqual({ kind: state })
    },
  )

  it('needs no proof of a delivery that the provider decides itself', () => {
    const nothing = { wallet: null, asset: null, network: null }
    expect(weigh({ delivered: nothing, beganAt: null }, { delivery: nothing })).toEqual({
      kind: 'paid',
    })
  })

  it('of an order whose amount can’t be read pays nothing', () => {
    expect(weigh({}, { amount: 'much' })).toEqual({ kind: 'unmatched', reason: 'amount_unknown' })
  })
})

it('a provider is asked again if its report leaves out what decides', () => {
  const lacking = [{ beganAt: null }, { paid: null }].map((changes) => weigh(changes))
  expect(lacking.map(lacksFacts)).toEqual([true, true])
  const decided = [weigh({}), weigh({ state: 'short' }), weigh({ state: 'open' })]
  expect(decided.map(lacksFacts)).toEqual([false, false, false])
})
