import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from './checkout-session.ts'
import { awaitsConfirmation, nextScanAt } from './next-scan.ts'

const required = 1_000_000n
const received = (seenBase: bigint, confirmedBase = 0n) => ({
  seenBase,
  confirmedBase,
  confirmations: 1,
})
const seen = (changes: Partial<CheckoutSession> = {}) =>
  aSession({ status: 'detected', firstSeenAt: later(10), received: received(required), ...changes })

describe('money is undecided', () => {
  it.each<[string, CheckoutSession, boolean]>([
    ['once it is detected', seen(), true],
    ['not before any was seen', seen({ firstSeenAt: null }), false],
    ['not while the session is pending', seen({ status: 'pending' }), false],
    ['not once the session is closed', seen({ closedAt: later(20) }), false],
    [
      'while a part of it is unconfirmed',
      seen({ status: 'underpaid', received: received(9n, 8n) }),
      true,
    ],
    [
      'not if it is a confirmed part',
      seen({ status: 'underpaid', received: received(8n, 8n) }),
      false,
    ],
    [
      'if enough is confirmed after it expired',
      seen({ status: 'expired', received: received(required, required) }),
      true,
    ],
    [
      'not if a part is confirmed after it expired',
      seen({ status: 'expired', received: received(9n, 9n) }),
      false,
    ],
    [
      'not if enough is confirmed and it is short for another reason',
      seen({ status: 'underpaid', received: received(required, required) }),
      false,
    ],
  ])('%s', (_, session, expected) => {
    expect(awaitsConfirmation(session)).toBe(expected)
  })

  it('and scanned at the re-check, else at the deadline, else at the window’s end', () => {
    const policy = { recheckDelaySeconds: 60 }
    expect(nextScanAt(seen(), policy)).toEqual(later(70))
    expect(nextScanAt(aSession(), policy)).toEqual(later(300))
    expect(nextScanAt(seen({ status: 'pending' }), policy)).toEqual(later(300))
    const short = seen({ status: 'underpaid', received: received(8n, 8n) })
    expect(nextScanAt(short, policy)).toEqual(later(900))
    expect(nextScanAt(aSession({ status: 'expired' }), policy)).toEqual(later(900))
  })
})
