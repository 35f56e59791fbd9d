import { expect, it } from 'vitest'
import { afterPayment, isHealthy, type NotifierHealth, noHealthYet } from './notifier-health.ts'

const paidAt = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(paidAt.getTime() + seconds * 1000)

function withPayments(delays: readonly (number | null)[]): NotifierHealth {
  return delays.reduce<NotifierHealth>((health, delay, index) => {
    const notifiedAt = delay === null ? null : after(delay)
    return afterPayment(health, { sessionId: `cs_${index}`, paidAt, notifiedAt })
  }, noHealthYet)
}

const inTime = (count: number) => Array.from({ length: count }, () => 1)

it.each([
  ['no payment yet', [], false],
  ['8 payments in time', inTime(8), false],
  ['9 payments in time', inTime(9), true],
  ['9 of 10', [null, ...inTime(9)], true],
  ['8 of 10', [null, 31, ...inTime(8)], false],
  ['10 in time after 10 that were missed', [...inTime(10).map(() => null), ...inTime(10)], true],
  ['2 missed after 10 in time', [...inTime(10), null, null], false],
  ['exactly 30 seconds', inTime(9).map(() => 30), true],
  ['more than 30 seconds', inTime(9).map(() => 30.001), false],
  ['blocks ahead of our clock', inTime(9).map(() => -2), true],
])('a notifier with %s: healthy %s', (_, delays, expected) => {
  expect(isHealthy(withPayments(delays))).toBe(expected)
})

it('counts a payment once, however often it is rechecked', () => {
  const once = withPayments([1])
  const payment = { sessionId: 'cs_0', paidAt, notifiedAt: null }
  expect(afterPayment(once, payment)).toBe(once)
})

it('keeps the last notification when a payment was not notified', () => {
  const health = withPayments([2, null])
  expect(health.lastNotificationAt).toEqual(after(2))
})
