import { describe, expect, it } from 'vitest'
import { aSession, counted, later, policy, transfersCounted } from '../../../../test/factories.ts'
import type { CheckoutSession } from './checkout-session.ts'
import { decideSession, type SessionFact } from './decide-session.ts'
import { nextScanAt } from './next-scan.ts'
import { deadlinesOf, isPaidByProvider, withProviderOrder } from './provider-window.ts'

const full = 1_000_000n
const confirmedBy = (paymentId: string) =>
  ({ type: 'providerConfirmed', provider: 'moonpay', paymentId }) as const
const decide = (session: CheckoutSession, fact: SessionFact, at: number) =>
  decideSession(session, fact, { now: later(at), policy })
const nothingAt = (seconds: number) => transfersCounted({ headTime: later(seconds) })

describe('the first order at a provider', () => {
  const ordered = withProviderOrder(aSession(), 'moonpay', later(20))

  it('extends the time of the session to 60 minutes, once, and none of its terms', () => {
    const provider = { name: 'moonpay', expiresAt: later(3620), paymentId: null, isLeft: false }
    expect(ordered).toEqual({ ...aSession(), provider })
    expect(withProviderOrder(ordered, 'ramp', later(50)).provider).toEqual({
      ...provider,
      name: 'ramp',
    })
    expect(deadlinesOf(ordered)).toEqual({ expiresAt: later(3620), lateUntil: later(90_020) })
    expect(deadlinesOf(aSession())).toEqual({ expiresAt: later(300), lateUntil: later(900) })
  })

  it('never shortens it', () => {
    const long = aSession({ expiresAt: later(86_400) })
    const { provider } = withProviderOrder(long, 'moonpay', later(20))
    expect(provider?.expiresAt).toEqual(later(86_400))
  })

  it('keeps the session pending until then, and no price on the chain', () => {
    expect(nextScanAt(ordered, policy)).toEqual(later(3620))
    expect(decide(ordered, nothingAt(3000), 3000).changed).toBe(false)
    const late = transfersCounted({ headTime: later(3000), seen: counted(0n, 0n, full) })
    expect(decide(ordered, late, 3000).session.status).toBe('pending')
    const { session, events } = decide(ordered, nothingAt(3621), 3621)
    expect([session.status, events]).toEqual(['expired', ['session.expired']])
    expect(session.closedAt).toEqual(later(3621))
  })

  it('leaves money on the chain its own window', () => {
    const inTime = transfersCounted({ headTime: later(350), seen: counted(full), txHash: '0xaa' })
    expect(decide(ordered, inTime, 350).session.status).toBe('detected')
    const inGrace = counted(0n, full)
    const late = { seen: inGrace, confirmed: inGrace, confirmations: 3, txHash: '0xaa' }
    const noted = decide(ordered, transfersCounted({ headTime: later(950), ...late }), 950).session
    expect(noted.status).toBe('pending')
    const after = transfersCounted({ headTime: later(3630), ...late })
    const expired = decide(noted, after, 3630).session
    expect(decide(expired, after, 3640).session.status).toBe('paid_late')
  })
})

describe('a provider’s confirmation', () => {
  const provider = { name: 'ramp', expiresAt: later(3620), paymentId: null, isLeft: false } as const
  const paid = { name: 'moonpay', expiresAt: later(3620), paymentId: 'mp_1', isLeft: false }

  it.each([
    ['pending', 'paid', 'session.paid'],
    ['detected', 'paid', 'session.paid'],
    ['underpaid', 'paid', 'session.paid'],
    ['expired', 'paid_late', 'session.paid_late'],
  ] as const)('%s → %s, with the payment that did it', (status, target, event) => {
    const before = aSession({ status, provider, sequence: 3 })
    const { session, events } = decide(before, confirmedBy('mp_1'), 30)
    expect(events).toEqual([event])
    const times = { paidAt: later(30), closedAt: later(30), updatedAt: later(30) }
    expect(session).toEqual({ ...before, status: target, provider: paid, sequence: 4, ...times })
    expect(isPaidByProvider(session)).toBe(true)
  })

  it.each(['paid', 'paid_late', 'overpaid', 'failed'] as const)('%s stays', (status) => {
    const before = aSession({ status, provider, closedAt: later(20) })
    expect(decide(before, confirmedBy('mp_1'), 30)).toEqual({
      session: before,
      events: [],
      changed: false,
    })
  })

  it.each(['expired', 'underpaid'] as const)(
    'also counts for a session that was closed as %s, until 24 hours after `expiresAt`',
    (status) => {
      const before = aSession({ status, provider, closedAt: later(4000) })
      const inTime = decide(before, confirmedBy('mp_1'), 3620 + 86_400)
      expect(inTime.session.closedAt).toEqual(later(4000))
      expect(isPaidByProvider(inTime.session)).toBe(true)
      expect(decide(before, confirmedBy('mp_1'), 3620 + 86_401).changed).toBe(false)
    },
  )
})
