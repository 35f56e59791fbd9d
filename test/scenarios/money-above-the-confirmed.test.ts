import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { presentCheckoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import type { NodeProxy } from '../node-proxy.ts'
import { addAtHead } from './dishonest-nodes.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withNodes } from './with-nodes.ts'

const full = 25_000_000n
const more = 1_000_000_000n

let engine: EngineHarness
let lying: NodeProxy

withNodes(async (given) => {
  engine = given.engine
  lying = given.nodes[1]
  await engine.mine(60)
})

const open = () => engine.openSession({ lock: usdcLock(full) })

const amountsOf = (session: CheckoutSession) => {
  const { amountReceived, amountPending } = presentCheckoutSession(session, { baseUrl: '' })
  return { received: amountReceived.base, pending: amountPending.base }
}

const standing = async (session: CheckoutSession) =>
  (await engine.transfersOf(session))
    .filter(({ orphaned }) => !orphaned)
    .map(({ amountBase }) => amountBase)

/** The last event of the session. */
async function reportedBy({ id, mode }: CheckoutSession) {
  const { type, data } = (await eventsOfSession(engine.table, mode, id)).at(-1) ?? {}
  return { type, ...data }
}

describe('a second payment that is not confirmed when the first is decided', () => {
  async function paidBeforeTheSecond() {
    const session = await open()
    await engine.payUsdc(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('detected')
    await engine.mine(6)
    await engine.payUsdc(session, more)
    await engine.mine()
    await engine.recheck(session)
    return engine.load(session)
  }

  it('does not belong to what the session and its event say that it received', async () => {
    const session = await paidBeforeTheSecond()
    expect(session.status).toBe('paid')
    expect(session.closedAt).not.toBeNull()
    expect(amountsOf(session)).toEqual({ received: String(full), pending: '0' })
    expect(await reportedBy(session)).toMatchObject({
      type: 'session.paid',
      amountReceived: { base: String(full) },
      amountPending: { base: '0' },
    })
    expect(await standing(session)).toEqual([full])
  })

  it('becomes an unmatched deposit, with its event', async () => {
    const session = await paidBeforeTheSecond()
    await engine.mine(4)
    await engine.recheckClosed(session)
    expect(await engine.unmatchedOf(session)).toMatchObject([
      { amountBase: more, reason: 'already_paid' },
    ])
    expect(await engine.eventsOf(session)).toEqual([
      'session.detected',
      'session.paid',
      'session.unmatched_deposit',
    ])
    expect(engine.alerts.filter((text) => text.includes(session.id))).toEqual([])
  })

  it('leaves nothing behind if a reorg takes it away', async () => {
    const session = await paidBeforeTheSecond()
    await engine.reorg(1)
    await engine.mine(4)
    await engine.recheckClosed(session)
    expect(await engine.unmatchedOf(session)).toEqual([])
    expect(engine.alerts.filter((text) => text.includes(session.id))).toEqual([])
    expect(amountsOf(await engine.load(session))).toMatchObject({ received: String(full) })
  })
})

it('money that one of two nodes invents is never reported as received, and hides no later deposit', async () => {
  const session = await open()
  engine.useNodes(lying.rpcUrl, engine.chain.proxy.rpcUrl)
  await engine.payUsdc(session, full)
  await engine.mine()
  await engine.scan(session)
  await engine.mine(6)
  addAtHead(engine, lying, 900_000_000n)
  await engine.recheck(session)
  const paid = await engine.load(session)
  expect(amountsOf(paid)).toEqual({ received: String(full), pending: '0' })
  expect(await reportedBy(session)).toMatchObject({
    type: 'session.paid',
    amountReceived: { base: String(full) },
  })
  lying.intercept(undefined)
  await engine.payUsdc(session, 7_000_000n)
  await engine.mine(4)
  await engine.recheckClosed(paid)
  expect(await engine.unmatchedOf(session)).toMatchObject([
    { amountBase: 7_000_000n, reason: 'already_paid' },
  ])
})

it('dust that keeps arriving delays no decision and no closing', async () => {
  const session = await open()
  await engine.payUsdc(session, full / 2n)
  await engine.mine()
  await engine.scan(session)
  for (let block = 0; block < 96; block++) {
    await engine.payUsdc(session, 1n)
    await engine.mine()
  }
  await engine.reconcile()
  expect(await engine.load(session)).toMatchObject({
    status: 'underpaid',
    closedAt: engine.clock(),
  })
})
