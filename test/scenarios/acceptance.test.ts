import { describe, expect, it } from 'vitest'
import { acceptPayment } from '../../shared/admin/payments/accept-payment.ts'
import { dismissSession } from '../../shared/admin/payments/dismiss-session.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { loadUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import type { WebhookDelivery } from '../../shared/records/outbox/rules/webhook-delivery.ts'
import { actor, runAsOperator } from '../run-as-operator.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { aWebhookEndpoint, saveEndpoint } from '../webhook-fixture.ts'
import { hidingNode } from './bad-nodes.ts'
import { engineHarness, hex } from './engine-harness.ts'

const full = 1_000_000n
const note = 'The customer asked by mail.'
const native = '31337:native'

async function fixture() {
  const engine = await engineHarness()
  const sent: WebhookDelivery[] = []
  engine.deps.enqueueDeliveries = async (deliveries) => void sent.push(...deliveries)
  const at = { url: 'https://shop.example/webhooks', at: engine.clock() }
  const events = ['session.paid', 'session.paid_late'] as const
  await saveEndpoint(
    engine.table,
    aWebhookEndpoint(at, seededBytes('shop'), { events: [...events] }),
  )
  const services = {
    ...engine.deps,
    chains: async () => [await engine.deps.chain(31337)],
    onUnread: () => undefined,
  }
  const close = async (session: CheckoutSession) => {
    for (let round = 0; round < 3; round++) {
      await engine.mine(95)
      await engine.reconcile()
      engine.passSeconds(61)
    }
    expect((await engine.load(session)).closedAt).not.toBeNull()
    await engine.recheckClosed(await engine.load(session))
  }
  return {
    engine,
    sent,
    close,
    /** A closed session of which less than half was paid in time. */
    async underpaid() {
      const session = await engine.openSession()
      await engine.pay(session, 400_000n)
      await engine.mine()
      await engine.scan(session)
      await close(session)
      expect(await engine.statusOf(session)).toBe('underpaid')
      return session
    },
    async expired() {
      const session = await engine.openSession()
      await close(session)
      expect(await engine.statusOf(session)).toBe('expired')
      return session
    },
    /** The stored state, to see whether anything changed. */
    accept: async ({ id }: CheckoutSession, ...deposits: string[]) =>
      (await runAsOperator(acceptPayment, services, { id, deposits, note, dismissed: false }))
        .changed,
    acceptDismissed: async ({ id }: CheckoutSession, ...deposits: string[]) =>
      (await runAsOperator(acceptPayment, services, { id, deposits, note, dismissed: true }))
        .changed,
    dismiss: async ({ id }: CheckoutSession, ...deposits: string[]) =>
      (await runAsOperator(dismissSession, services, { id, deposits, note })).changed,
    audit: async () =>
      (await pageAuditEntries(engine.table, { mode: 'test' }, { limit: 10 })).items,
    depositsOf: ({ mode, id: sessionId }: CheckoutSession) =>
      loadUnmatchedDeposits(engine.table, { mode, sessionId }),
  }
}

describe('an accepted session', () => {
  it('becomes paid if it was underpaid, for the amount counted', async () => {
    const { engine, sent, underpaid, accept, audit } = await fixture()
    const session = await underpaid()
    const before = await engine.load(session)
    expect(await accept(session, 'counted')).toBe(true)
    expect(await engine.load(session)).toMatchObject({
      ...before,
      status: 'paid',
      version: before.version + 1,
      sequence: before.sequence + 1,
      paidAt: engine.clock(),
      updatedAt: engine.clock(),
      settlement: { outcome: 'accepted', from: 'underpaid', at: engine.clock(), note },
    })
    expect((await engine.eventsOf(session)).at(-1)).toBe('session.paid')
    expect(sent.map(({ eventType }) => eventType)).toEqual(['session.paid'])
    expect(await audit()).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        mode: 'test',
        actor,
        action: 'session.accept',
        target: session.id,
        note,
        outcome: 'underpaid → paid',
        details: { counted: '0.0000000000004 ETH' },
        before: null,
        after: null,
        createdAt: engine.clock(),
      },
    ])
  })

  it('becomes paid_late if it had expired, and its deposits are resolved and no longer listed', async () => {
    const { engine, expired, accept, depositsOf } = await fixture()
    const session = await expired()
    await engine.pay(session, full)
    await engine.chain.mintUsdc(hex(session.address), 7n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    const usdc = (await depositsOf(session)).find(({ symbol }) => symbol === 'USDC')
    expect(await accept(session, native, `31337:${usdc?.tokenAddress}`, native)).toBe(true)
    expect(await engine.statusOf(session)).toBe('paid_late')
    expect(await engine.unmatched()).toEqual([])
    expect(await depositsOf(session)).toMatchObject(
      (await depositsOf(session)).map(({ amountBase }) => ({ acceptedBase: amountBase })),
    )
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.unmatched()).toEqual([])
    expect(
      (await engine.eventsOf(session)).filter((type) => type === 'session.paid_late'),
    ).toHaveLength(1)
  })

  it('keeps a late and insufficient amount as accepted', async () => {
    const { engine, accept, close } = await fixture()
    const session = await engine.openSession()
    await engine.mine(31)
    await engine.reconcile()
    await engine.pay(session, 999_999n)
    await close(session)
    expect(await engine.unmatched()).toMatchObject([{ reason: 'late_and_short' }])
    expect(await accept(session, native)).toBe(true)
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.unmatched()).toEqual([])
    await engine.pay(session, 5n)
    await engine.mine(3)
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.unmatched()).toMatchObject([
      { amountBase: 1_000_004n, acceptedBase: 999_999n },
    ])
  })

  it('becomes paid_late if it had failed', async () => {
    const { engine, accept } = await fixture()
    const session = await engine.openSession()
    await engine.pay(session, full)
    await engine.mine()
    await engine.scan(session)
    await engine.reorg(1)
    await engine.mine(2)
    await engine.scan(session)
    await engine.mineAfter(3700)
    await engine.mine(2)
    await engine.reconcile()
    expect(await engine.statusOf(session)).toBe('failed')
    await engine.pay(session, full)
    await engine.mine(3)
    await engine.recheckClosed(await engine.load(session))
    expect(await accept(session, native)).toBe(true)
    expect(await engine.load(session)).toMatchObject({ status: 'paid_late', failureReason: null })
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.unmatched()).toEqual([])
    expect(engine.alerts).toEqual([])
  })

  it('is accepted once, however often the operation runs', async () => {
    const { engine, underpaid, accept, audit } = await fixture()
    const session = await underpaid()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => accept(session, 'counted')))
    expect(outcomes.filter((o) => o.status === 'fulfilled' && o.value)).toHaveLength(1)
    expect(await accept(session, 'counted')).toBe(false)
    expect(await audit()).toHaveLength(1)
    expect((await engine.eventsOf(session)).filter((type) => type === 'session.paid')).toHaveLength(
      1,
    )
  })
})

describe('nothing is accepted', () => {
  it('without money, or unless the money is named', async () => {
    const { underpaid, expired, accept } = await fixture()
    await expect(accept(await expired())).rejects.toThrow('There is nothing to accept')
    await expect(accept(await expired(), 'counted')).rejects.toThrow('There is nothing to accept')
    await expect(accept(await underpaid())).rejects.toThrow('Name the money to accept: counted.')
    await expect(accept(await underpaid(), '1:native')).rejects.toThrow('There is no 1:native to')
  })

  it('while the session is open, or paid anyway', async () => {
    const { engine, accept } = await fixture()
    const session = await engine.openSession()
    await expect(accept(session, 'counted')).rejects.toThrow('is pending and still open')
    await engine.pay(session, full)
    await engine.settle(session)
    await expect(accept(session, 'counted')).rejects.toThrow('is already paid')
  })

  it('that is not confirmed, or has left the chain since', async () => {
    const { engine, expired, accept } = await fixture()
    const session = await expired()
    await engine.pay(session, full)
    await engine.mine(2)
    await engine.recheckClosed(session)
    await expect(accept(session, native)).rejects.toThrow('There is nothing to accept')
    await engine.mine()
    await engine.recheckClosed(session)
    await engine.reorg(3)
    await engine.mine(5)
    await expect(accept(session, native)).rejects.toThrow(
      'Only 0 of 0.000000000001 ETH (31337:native) is confirmed at its address on Local test chain. If a sweep',
    )
    expect(await engine.statusOf(session)).toBe('expired')
  })

  it('that nodes disagree about', async () => {
    const { engine, expired, accept, audit } = await fixture()
    const session = await expired()
    await engine.pay(session, full)
    await engine.mine(5)
    await engine.recheckClosed(session)
    engine.useNodes(engine.chain.rpcUrl, await hidingNode(engine, full))
    await expect(accept(session, native)).rejects.toThrow(/agree|hides/)
    expect(await engine.statusOf(session)).toBe('expired')
    expect(await audit()).toEqual([])
  })
})

describe('a dismissed session', () => {
  it('is no longer listed, nor are its deposits, and keeps its status', async () => {
    const { engine, expired, dismiss, audit } = await fixture()
    const session = await expired()
    await engine.pay(session, 5n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    const before = await engine.load(session)
    expect(await dismiss(session)).toBe(true)
    expect(await engine.unmatched()).toEqual([])
    const settlement = { outcome: 'dismissed', from: 'expired', at: engine.clock(), note }
    expect(await engine.load(session)).toMatchObject({
      ...before,
      version: before.version + 1,
      settlement,
    })
    expect(await dismiss(session)).toBe(false)
    expect(await audit()).toMatchObject([
      {
        action: 'session.dismiss',
        outcome: 'dismissed',
        details: { [native]: '0.000000000000000005 ETH' },
      },
    ])
    await engine.pay(session, 3n)
    await engine.mine(3)
    await engine.recheckClosed(before)
    expect(await engine.unmatched()).toMatchObject([{ amountBase: 8n, dismissedBase: 5n }])
    expect(await dismiss(session)).toBe(true)
    expect(await engine.unmatched()).toEqual([])
  })

  it('may keep its other deposits, and be accepted later', async () => {
    const { engine, expired, dismiss, accept, acceptDismissed } = await fixture()
    const session = await expired()
    await engine.pay(session, full)
    await engine.chain.mintUsdc(hex(session.address), 7n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    expect(await dismiss(session, native)).toBe(true)
    expect(await engine.unmatched()).toMatchObject([{ symbol: 'USDC' }])
    expect((await engine.load(session)).settlement).toBeNull()
    await expect(accept(session, native)).rejects.toThrow(`${native} was dismissed at `)
    expect(await acceptDismissed(session, native)).toBe(true)
    expect(await engine.statusOf(session)).toBe('paid_late')
  })

  it('is accepted only by an operator who knows of the dismissal', async () => {
    const { engine, underpaid, dismiss, accept, acceptDismissed } = await fixture()
    const session = await underpaid()
    const at = engine.clock().toISOString()
    await dismiss(session)
    const message = `counted was dismissed at ${at} by somebody at a terminal: ${note} Nothing was`
    const refused = { code: 'state_changed', message: expect.stringContaining(message) }
    await expect(accept(session, 'counted')).rejects.toMatchObject(refused)
    expect(await engine.statusOf(session)).toBe('underpaid')
    expect(await acceptDismissed(session, 'counted')).toBe(true)
    expect(await engine.statusOf(session)).toBe('paid')
  })

  it('names who dismissed the deposit that is accepted', async () => {
    const { engine, expired, dismiss, accept } = await fixture()
    const session = await expired()
    await engine.pay(session, full)
    await engine.chain.mintUsdc(hex(session.address), 7n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    await dismiss(session, native)
    const at = engine.clock().toISOString()
    engine.passSeconds(60)
    await dismiss(session)
    await expect(accept(session, native)).rejects.toThrow(`${native} was dismissed at ${at} by `)
  })

  it('is accepted as usual for what arrived after it was dismissed', async () => {
    const { engine, expired, dismiss, accept } = await fixture()
    const session = await expired()
    await dismiss(session)
    await engine.pay(session, full)
    await engine.mine(3)
    await engine.recheckClosed(await engine.load(session))
    expect(await accept(session, native)).toBe(true)
  })

  it('cannot be dismissed while it is open', async () => {
    const { engine, dismiss } = await fixture()
    await expect(dismiss(await engine.openSession())).rejects.toThrow('still open')
  })
})
