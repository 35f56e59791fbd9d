import { afterAll, beforeAll, expect, it } from 'vitest'
import { usdcLock } from './paying.ts'
import { startTill, type Till } from './till.ts'

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

/** One round of the reconciler, and what it asked of the node. */
async function round() {
  till.chain.proxy.requests.length = 0
  const { open, scanned, failures } = await till.reconcile()
  expect(failures).toEqual([])
  return { open, scanned, requests: till.chain.proxy.requests.length }
}

it('1,000 open addresses on one chain cost at most ten requests a round', async () => {
  await till.mine(6)
  const { requests, ...report } = await round()
  expect(report).toEqual({ open: addresses, scanned: 0 })
  expect(requests).toBeLessThanOrEqual(10)
})

it('and no more in the round in which 200 of them expire unpaid', async () => {
  await till.mine(30)
  const { requests, ...report } = await round()
  expect(report).toEqual({ open: addresses, scanned: expiring })
  expect(requests).toBeLessThanOrEqual(10)
  expect((await round()).scanned).toBe(0)
})
