import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Terms } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { usdcLock } from './paying.ts'
import { openTill, startTill, type Till } from './till.ts'

const full = 1_000_000n
const addresses = 1000
const expiring = 200

let till: Till

beforeAll(async () => {
  till = await startTill()
  const lock = usdcLock(full)
  const later = new Date(till.clock().getTime() + 3600_000)
  await till.openSessions(addresses, (index) => ({
    ...(index % 2 ? { lock } : {}),
    ...(index < expiring ? {} : { expiresAt: later, lateUntil: later }),
  }))
})
afterAll(() => till.stop())

/** Four choices of one other coin, as a customer makes who can't decide. */
function earlierChoices({ clock }: Till): Terms[] {
  const endsAt = (seconds: number) => new Date(clock().getTime() + seconds * 1000)
  return [100, 150, 200, 250].map((seconds) => ({
    lock: { ...usdcLock(full), expiresAt: endsAt(seconds) },
    expiresAt: endsAt(seconds),
    lateUntil: endsAt(seconds + 600),
    confirmationsRequired: 3,
  }))
}

/** One round of the reconciler, and what it asked of the node. */
async function round(till: Till) {
  till.chain.proxy.requests.length = 0
  const { open, scanned, failures } = await till.reconcile()
  expect(failures).toEqual([])
  return { open, scanned, requests: till.chain.proxy.requests.length }
}

it('1,000 open addresses on one chain cost at most ten requests a round', async () => {
  await till.mine(6)
  const { requests, ...report } = await round(till)
  expect(report).toEqual({ open: addresses, scanned: 0 })
  expect(requests).toBeLessThanOrEqual(10)
})

it('and no more in the round in which 200 of them expire unpaid', async () => {
  await till.mine(30)
  const { requests, ...report } = await round(till)
  expect(report).toEqual({ open: addresses, scanned: expiring })
  expect(requests).toBeLessThanOrEqual(10)
  expect((await round(till)).scanned).toBe(0)
})

it('nor where other coins were chosen before', async () => {
  const undecided = await openTill()
  const otherTerms = earlierChoices(undecided)
  await undecided.openSessions(addresses, (index) => ({
    otherTerms,
    ...(index < expiring ? {} : { expiresAt: new Date(undecided.clock().getTime() + 3600_000) }),
  }))
  await undecided.mine(6)
  expect((await round(undecided)).requests).toBeLessThanOrEqual(10)
  await undecided.mine(30)
  const expired = await round(undecided)
  expect(expired).toMatchObject({ scanned: expiring })
  expect(expired.requests).toBeLessThanOrEqual(10)
})
