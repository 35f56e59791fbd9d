import { describe, expect, it } from 'vitest'
import type { Terms } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n

/** Four changes of the asset by an undecided customer. */
function earlierChoices({ clock }: EngineHarness): Terms[] {
  const endsAt = (seconds: number) => new Date(clock().getTime() + seconds * 1000)
  return [100, 150, 200, 250].map((seconds) => ({
    lock: { ...usdcLock(full), expiresAt: endsAt(seconds) },
    expiresAt: endsAt(seconds),
    lateUntil: endsAt(seconds + 600),
    confirmationsRequired: 3,
  }))
}

/** One run of the reconciler, and its requests to the node. */
async function round(engine: EngineHarness) {
  engine.chain.proxy.requests.length = 0
  const { open, scanned, failures } = await engine.reconcile()
  expect(failures).toEqual([])
  return { open, scanned, requests: engine.chain.proxy.requests.length }
}

/** Measures the node calls of a round with so many open addresses, of which some expire together. */
export function checkRequests({
  addresses,
  expiring,
}: {
  addresses: number
  expiring: number
}): void {
  // In their order: the second round follows on the first.
  describe('a round', { shuffle: false }, () => {
    let engine: EngineHarness

    withEngine(async (started) => {
      engine = started
      const lock = usdcLock(full)
      const later = new Date(engine.clock().getTime() + 3600_000)
      await engine.openSessions(addresses, (index) => ({
        ...(index % 2 ? { lock } : {}),
        ...(index < expiring ? {} : { expiresAt: later, lateUntil: later }),
      }))
    })

    it(`${addresses} open addresses on one chain cost at most ten requests a round`, async () => {
      await engine.mine(6)
      const { requests, ...report } = await round(engine)
      expect(report).toEqual({ open: addresses, scanned: 0 })
      expect(requests).toBeLessThanOrEqual(10)
    })

    it(`and no more in the round in which ${expiring} of them expire unpaid`, async () => {
      await engine.mine(30)
      const { requests, ...report } = await round(engine)
      expect(report).toEqual({ open: addresses, scanned: expiring })
      expect(requests).toBeLessThanOrEqual(10)
      expect((await round(engine)).scanned).toBe(0)
    })

    it('nor if other assets were chosen before', async () => {
      const undecided = await engineHarness()
      const otherTerms = earlierChoices(undecided)
      await undecided.openSessions(addresses, (index) => ({
        otherTerms,
        ...(index < expiring
          ? {}
          : { expiresAt: new Date(undecided.clock().getTime() + 3600_000) }),
      }))
      await undecided.mine(6)
      expect((await round(undecided)).requests).toBeLessThanOrEqual(10)
      await undecided.mine(30)
      const expired = await round(undecided)
      expect(expired).toMatchObject({ scanned: expiring })
      expect(expired.requests).toBeLessThanOrEqual(10)
    })
  })
}
