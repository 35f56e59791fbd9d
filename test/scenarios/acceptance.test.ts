import { describe, expect, it } from 'vitest'
import { runAcceptPayment } from '../../shared/checkout-sessions/accept-payment.ts'
import { runDismissSession } from '../../shared/checkout-sessions/dismiss-session.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { loadUnmatchedDeposits } from '../../shared/ledger/store/unmatched-deposits.ts'
import { pageAuditEntries } from '../../shared/operators/store/audit-log.ts'
import type { WebhookDelivery } from '../../shared/webhooks/rules/webhook-delivery.ts'
import { actor, operated } from '../operated.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { aWebhookEndpoint, saveEndpoint } from '../webhook-fixture.ts'
import { hidingNode } from './bad-nodes.ts'
import { hex, openTill } from './till.ts'

const full = 1_000_000n
const note = 'The customer asked by mail.'
const native = '31337:native'

async function fixture() {
  const till = await openTill()
  const sent: WebhookDelivery[] = []
  till.deps.enqueueDeliveries = async (deliveries) => void sent.push(...deliveries)
  const at = { url: 'https://shop.example/webhooks', at: till.clock() }
  const events = ['session.paid', 'session.paid_late'] as const
  await saveEndpoint(till.table, aWebhookEndpoint(at, seededBytes('shop'), { events: [...events] }))
  const services = {
    ...till.deps,
    chains: () => [till.deps.chain(31337)],
    onUnread: () => undefined,
  }
  const close = async (session: CheckoutSession) => {
    for (let round = 0; round < 3; round++) {
      await till.mine(95)
      await till.reconcile()
      till.passSeconds(61)
    }
    expect((await till.look(session)).closedAt).not.toBeNull()
    await till.lookAgain(await till.look(session))
  }
  return {
    till,
    sent,
    close,
    /** Closed, with less than half of it paid in time. */
    async underpaid() {
      const session = await till.openSession()
      await till.pay(session, 400_000n)
      await till.mine()
      await till.scan(session)
      await close(session)
      expect(await till.statusOf(session)).toBe('underpaid')
      return session
    },
    async expired() {
      const session = await till.openSession()
      await close(session)
      expect(await till.statusOf(session)).toBe('expired')
      return session
    },
    /** Whether anything changed. */
    accept: async ({ id }: CheckoutSession, ...deposits: string[]) =>
      (await operated(runAcceptPayment, services, { id, deposits, note })).changed,
    dismiss: async ({ id }: CheckoutSession, ...deposits: string[]) =>
      (await operated(runDismissSession, services, { id, deposits, note })).changed,
    audit: async () => (await pageAuditEntries(till.table, { mode: 'test' }, { limit: 10 })).items,
    depositsOf: ({ mode, id: sessionId }: CheckoutSession) =>
      loadUnmatchedDeposits(till.table, { mode, sessionId }),
  }
}

describe('an accepted session', () => {
  it('becomes paid where it was underpaid, for what was counted', async () => {
    const { till, sent, underpaid, accept, audit } = await fixture()
    const session = await underpaid()
    const before = await till.look(session)
    expect(await accept(session, 'counted')).toBe(true)
    expect(await till.look(session)).toEqual({
      ...before,
      status: 'paid',
      version: before.version + 1,
      sequence: before.sequence + 1,
      paidAt: till.clock(),
      updatedAt: till.clock(),
      settlement: { outcome: 'accepted', from: 'underpaid', at: till.clock(), note },
    })
    expect((await till.eventsOf(session)).at(-1)).toBe('session.paid')
    expect(sent.map(({ eventType }) => eventType)).toEqual(['session.paid'])
    expect(await audit()).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        ...{ mode: 'test', actor, action: 'session.accept', target: session.id, note },
        outcome: 'underpaid → paid',
        details: { counted: '0.0000000000004 ETH' },
        createdAt: till.clock(),
      },
    ])
  })

  it('becomes paid_late where it had expired, and its deposits are bound and listed no more', async () => {
    const { till, expired, accept, depositsOf } = await fixture()
    const session = await expired()
    await till.pay(session, full)
    await till.chain.mintUsdc(hex(session.address), 7n)
    await till.mine(3)
    await till.lookAgain(session)
    const usdc = (await depositsOf(session)).find(({ symbol }) => symbol === 'USDC')
    expect(await accept(session, native, `31337:${usdc?.tokenAddress}`, native)).toBe(true)
    expect(await till.statusOf(session)).toBe('paid_late')
    expect(await till.unmatched()).toEqual([])
    expect(await depositsOf(session)).toMatchObject(
      (await depositsOf(session)).map(({ amountBase }) => ({ acceptedBase: amountBase })),
    )
    await till.lookAgain(await till.look(session))
    expect(await till.unmatched()).toEqual([])
    expect(
      (await till.eventsOf(session)).filter((type) => type === 'session.paid_late'),
    ).toHaveLength(1)
  })

  it('keeps what was late and too little as it was accepted', async () => {
    const { till, accept, close } = await fixture()
    const session = await till.openSession()
    await till.mine(31)
    await till.reconcile()
    await till.pay(session, 999_999n)
    await close(session)
    expect(await till.unmatched()).toMatchObject([{ reason: 'late_and_short' }])
    expect(await accept(session, native)).toBe(true)
    await till.lookAgain(await till.look(session))
    expect(await till.unmatched()).toEqual([])
    await till.pay(session, 5n)
    await till.mine(3)
    await till.lookAgain(await till.look(session))
    expect(await till.unmatched()).toMatchObject([
      { amountBase: 1_000_004n, acceptedBase: 999_999n },
    ])
  })

  it('becomes paid_late where it had failed', async () => {
    const { till, accept } = await fixture()
    const session = await till.openSession()
    await till.pay(session, full)
    await till.mine()
    await till.scan(session)
    await till.reorganise(1)
    await till.mine(2)
    await till.scan(session)
    await till.mineAfter(3700)
    await till.reconcile()
    expect(await till.statusOf(session)).toBe('failed')
    await till.pay(session, full)
    await till.mine(3)
    await till.lookAgain(await till.look(session))
    expect(await accept(session, native)).toBe(true)
    expect(await till.look(session)).toMatchObject({ status: 'paid_late', failureReason: null })
    await till.lookAgain(await till.look(session))
    expect(await till.unmatched()).toEqual([])
    expect(till.alerts).toEqual([])
  })

  it('is accepted once, however often that is asked for', async () => {
    const { till, underpaid, accept, audit } = await fixture()
    const session = await underpaid()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => accept(session, 'counted')))
    expect(outcomes.filter((o) => o.status === 'fulfilled' && o.value)).toHaveLength(1)
    expect(await accept(session, 'counted')).toBe(false)
    expect(await audit()).toHaveLength(1)
    expect((await till.eventsOf(session)).filter((type) => type === 'session.paid')).toHaveLength(1)
  })
})

describe('nothing is accepted', () => {
  it('without money, or unless it is named', async () => {
    const { underpaid, expired, accept } = await fixture()
    await expect(accept(await expired())).rejects.toThrow('There is nothing to accept')
    await expect(accept(await expired(), 'counted')).rejects.toThrow('There is nothing to accept')
    await expect(accept(await underpaid())).rejects.toThrow(
      'Name the money that you accept: counted.',
    )
    await expect(accept(await underpaid(), '1:native')).rejects.toThrow('There is no 1:native to')
  })

  it('while the session is open, or paid anyway', async () => {
    const { till, accept } = await fixture()
    const session = await till.openSession()
    await expect(accept(session, 'counted')).rejects.toThrow('is pending and still open')
    await till.pay(session, full)
    await till.settle(session)
    await expect(accept(session, 'counted')).rejects.toThrow('is paid already')
  })

  it('that is not confirmed, or has left the chain since it was noted', async () => {
    const { till, expired, accept } = await fixture()
    const session = await expired()
    await till.pay(session, full)
    await till.mine()
    await till.lookAgain(session)
    await expect(accept(session, native)).rejects.toThrow(
      'Of 31337:native, 0 of 0.000000000001 ETH is confirmed on chain 31337',
    )
    await till.reorganise(1)
    await till.mine(5)
    await expect(accept(session, native)).rejects.toThrow('0 of 0.000000000001 ETH is confirmed')
    expect(await till.statusOf(session)).toBe('expired')
  })

  it('that nodes disagree about', async () => {
    const { till, expired, accept, audit } = await fixture()
    const session = await expired()
    await till.pay(session, full)
    await till.mine(5)
    await till.lookAgain(session)
    till.readThrough(till.chain.rpcUrl, await hidingNode(till, full))
    await expect(accept(session, native)).rejects.toThrow(/agree|hides/)
    expect(await till.statusOf(session)).toBe('expired')
    expect(await audit()).toEqual([])
  })
})

describe('a dismissed session', () => {
  it('is off the list with its deposits, and its status stays', async () => {
    const { till, expired, dismiss, audit } = await fixture()
    const session = await expired()
    await till.pay(session, 5n)
    await till.mine()
    await till.lookAgain(session)
    const before = await till.look(session)
    expect(await dismiss(session)).toBe(true)
    expect(await till.unmatched()).toEqual([])
    const settlement = { outcome: 'dismissed', from: 'expired', at: till.clock(), note }
    expect(await till.look(session)).toEqual({ ...before, version: before.version + 1, settlement })
    expect(await dismiss(session)).toBe(false)
    expect(await audit()).toMatchObject([
      {
        action: 'session.dismiss',
        outcome: 'dismissed',
        details: { [native]: '0.000000000000000005 ETH' },
      },
    ])
    await till.pay(session, 3n)
    await till.mine()
    await till.lookAgain(before)
    expect(await till.unmatched()).toMatchObject([{ amountBase: 8n, dismissedBase: 5n }])
    expect(await dismiss(session)).toBe(true)
    expect(await till.unmatched()).toEqual([])
  })

  it('may keep its other deposits, and be accepted later', async () => {
    const { till, expired, dismiss, accept } = await fixture()
    const session = await expired()
    await till.pay(session, full)
    await till.chain.mintUsdc(hex(session.address), 7n)
    await till.mine(3)
    await till.lookAgain(session)
    expect(await dismiss(session, native)).toBe(true)
    expect(await till.unmatched()).toMatchObject([{ symbol: 'USDC' }])
    expect((await till.look(session)).settlement).toBeNull()
    expect(await accept(session, native)).toBe(true)
    expect(await till.statusOf(session)).toBe('paid_late')
  })

  it('is none while it is open', async () => {
    const { till, dismiss } = await fixture()
    await expect(dismiss(await till.openSession())).rejects.toThrow('still open')
  })
})
