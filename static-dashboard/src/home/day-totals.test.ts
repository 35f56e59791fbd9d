import { expect, it } from 'vitest'
import {
  completedIn,
  completionOf,
  countsOf,
  currenciesOf,
  type Day,
  growth,
  refundedIn,
  topOf,
} from './day-totals.ts'

const counts = {
  created: 3,
  paid: 1,
  paidLate: 1,
  overpaid: 0,
  underpaid: 1,
  expired: 2,
  failed: 0,
  refunded: 0,
}

const day = (currency: string, completed: string, refunded = '0.00'): Day => ({
  day: '2026-03-01',
  counts,
  volumes: [{ currency, completed, lost: '1.00', refunded }],
})

const days = [day('EUR', '0.01'), day('USD', '999999999999.99'), day('USD', '0.02')]

it('adds amounts up exactly, by currency, the largest first', () => {
  expect(currenciesOf(days)).toEqual(['USD', 'EUR'])
  expect(completedIn(days, 'USD')).toBe('1000000000000.01')
  expect(completedIn(days, 'EUR')).toBe('0.01')
  expect(completedIn([], 'USD')).toBe('0.00')
})

it('takes refunds off, even if there were more of them', () => {
  const refunds = [day('EUR', '12.00', '2.50'), day('EUR', '0.00', '9.55')]
  expect(completedIn(refunds, 'EUR')).toBe('-0.05')
  expect(refundedIn(refunds, 'EUR')).toBe('12.05')
})

it('counts a payment that expired before it was paid late once', () => {
  expect(completionOf(countsOf(days.slice(0, 1)))).toEqual({ completed: 2, ended: 3 })
  expect(completionOf({ ...counts, expired: 0 })).toEqual({ completed: 2, ended: 2 })
})

it('compares with what there was before, if there was anything', () => {
  expect(growth('113.00', '100.00')).toBeCloseTo(0.13)
  expect(growth('113.00', '0.00')).toBeUndefined()
})

it.each([
  [0, 100],
  [1, 1],
  [812, 1000],
  [545, 600],
  [0.07, 0.08],
  [1_200, 1_200],
  [1_201, 1_500],
])('a chart up to %d ends at %d', (highest, top) => {
  expect(topOf(highest)).toBeCloseTo(top)
})
