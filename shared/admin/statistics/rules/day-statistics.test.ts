import { describe, expect, it } from 'vitest'
import {
  type CountedFact,
  type CountName,
  countOf,
  dayOf,
  emptyDay,
  withFacts,
} from './day-statistics.ts'

const at = (text: string) => new Date(`2026-03-${text}Z`)

const fact = (time: string, name: CountName, money = '10 USD'): CountedFact => {
  const [amount = '', currency = ''] = money.split(' ')
  return { at: at(time), name, fiat: { amount, currency } }
}

const none = {
  ...{ created: 0, paid: 0, paidLate: 0, overpaid: 0, underpaid: 0 },
  ...{ expired: 0, failed: 0, refunded: 0 },
}

it('each status that a session reached counts, and nothing else', () => {
  const types = ['paid', 'paid_late', 'overpaid', 'underpaid', 'expired', 'failed', 'detected']
  expect(types.map((type) => countOf(`session.${type}`))).toEqual([
    ...['paid', 'paidLate', 'overpaid', 'underpaid', 'expired', 'failed', undefined],
  ])
})

it('a day is one in UTC', () => {
  expect(dayOf(at('01T23:59:59.999'))).toBe('2026-03-01')
  expect(dayOf(at('02T00:00'))).toBe('2026-03-02')
})

describe('a day', () => {
  it('counts what happened, and adds up its amounts by currency', () => {
    const facts = [
      ...[fact('01T01:00', 'created'), fact('01T02:00', 'paid', '10.5 USD')],
      ...[fact('01T03:00', 'overpaid', '1.25 USD'), fact('01T04:00', 'paidLate', '2 USD')],
      ...[fact('01T05:00', 'expired', '4 USD'), fact('01T06:00', 'failed', '8 USD')],
      ...[fact('01T07:00', 'underpaid', '16 USD'), fact('01T08:00', 'paid', '3 EUR')],
      ...[fact('01T08:10', 'refunded', '1.5 USD'), fact('01T08:20', 'refunded', '7 USD')],
      { ...fact('01T08:30', 'refunded', '7 USD'), isVoid: true },
    ]
    expect(withFacts(undefined, facts, at('01T09:00'))).toEqual([
      {
        day: '2026-03-01',
        until: at('01T09:00'),
        counts: {
          created: 1,
          paid: 2,
          paidLate: 1,
          overpaid: 1,
          underpaid: 1,
          expired: 1,
          failed: 1,
          refunded: 1,
        },
        volumes: {
          USD: { completed: 1375n, late: 200n, lost: 1200n, refunded: 150n },
          EUR: { completed: 300n, late: 0n, lost: 0n, refunded: 0n },
        },
      },
    ])
  })

  it('continues the latest one, and ends with its last moment once another has begun', () => {
    const [first] = withFacts(undefined, [fact('01T01:00', 'paid')], at('01T02:00'))
    const facts = [fact('02T01:00', 'created'), fact('01T03:00', 'paid')]
    const [one, two] = withFacts(first, facts, at('02T02:00'))
    expect(one).toMatchObject({
      day: '2026-03-01',
      until: at('02T00:00'),
      counts: { ...none, paid: 2 },
      volumes: { USD: { completed: 2000n } },
    })
    expect(two).toMatchObject({
      day: '2026-03-02',
      until: at('02T02:00'),
      counts: { ...none, created: 1 },
      volumes: {},
    })
    const [begun] = withFacts(first, [fact('02T01:00', 'paid')], at('02T02:00'))
    expect(begun?.counts.paid).toBe(1)
  })

  it('has nothing without facts, and no volume of an amount that can’t be read', () => {
    expect(withFacts(undefined, [], at('01T00:00'))).toEqual([])
    expect(emptyDay('2026-03-01', at('01T00:00'))).toEqual({
      day: '2026-03-01',
      until: at('01T00:00'),
      counts: none,
      volumes: {},
    })
    const [day] = withFacts(undefined, [fact('01T01:00', 'paid', 'ten USD')], at('01T02:00'))
    expect(day?.volumes['USD']?.completed).toBe(0n)
  })
})
