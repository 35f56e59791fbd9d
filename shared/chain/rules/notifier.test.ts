import { expect, it } from 'vitest'
import { isWatched, notifierKeyContext, takeOutMoments } from './notifier.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

it('an address is watched for a day after its session closed, for 90 with money', () => {
  const closed = (hadMoney: boolean) => (days: number) =>
    isWatched({ closedAt: now, hadMoney }, later(days * 86_400))
  expect([0.99, 1].map(closed(false))).toEqual([true, false])
  expect([1, 89.9, 90].map(closed(true))).toEqual([true, true, false])
  expect(takeOutMoments(now)).toEqual({
    withoutMoney: later(-25 * 3600),
    withMoney: later(-(90 * 24 + 1) * 3600),
  })
})

it('the seal of a signing key is bound to its webhook', () => {
  const key = { notifier: 'alchemy', chainId: 1, webhookId: 'wh_1' } as const
  expect(notifierKeyContext(key)).toEqual({ ...key, chainId: '1' })
})
