import { randomBytes } from 'node:crypto'
import type { CheckoutSession, Event, EventType, Quittance } from '../src/index.ts'
import type { TestWallet } from './test-wallet.ts'

/** The merchant, and a customer with a wallet. */
type Play = TestWallet & {
  quittance: Quittance
  /** Resolves with the session's event of this type. */
  hear: (type: EventType, sessionId: string) => Promise<Event>
}

/** Plays what a new session goes through until its event follows. */
type Scene = (play: Play, session: CheckoutSession) => Promise<unknown>

const pay = (percent: bigint) => (play: Play, session: CheckoutSession) =>
  play.pay(session, (BigInt(session.amount.base) * percent) / 100n)
const payInFull = pay(100n)
const expire: Scene = ({ quittance }, { id }) => quittance.checkoutSessions.expire(id)

/** The test wallet is where the refund will come from, so its transfer is found on the chain. */
async function refund(play: Play, session: CheckoutSession): Promise<string> {
  const { from } = await payInFull(play, session)
  await play.hear('session.paid', session.id)
  const body = { sessionId: session.id, amount: session.amount.formatted, sender: from }
  return (await play.quittance.refunds.create(body)).id
}

async function giveAddress(play: Play, session: CheckoutSession): Promise<string> {
  const id = await refund(play, session)
  const address = `0x${randomBytes(20).toString('hex')}`
  await play.quittance.refunds.update(id, { address })
  return address
}

const sendRefund: Scene = async (play, session) => {
  const address = await giveAddress(play, session)
  await play.pay({ ...session, address }, BigInt(session.amount.base))
}

/** By the type of the event that ends it; undefined if the API can't cause it. */
export const scenes = {
  'session.detected': payInFull,
  'session.paid': payInFull,
  'session.overpaid': pay(200n),
  'session.underpaid': pay(50n),
  'session.expired': expire,
  'session.paid_late': async (play, session) => {
    await expire(play, session)
    await payInFull(play, session)
  },
  'session.failed': async (play, session) => {
    const { txHash } = await payInFull(play, session)
    await play.hear('session.detected', session.id)
    await play.takeBack(session, txHash)
  },
  'session.unmatched_deposit': async (play, session) => {
    await payInFull(play, session)
    await play.hear('session.paid', session.id)
    await payInFull(play, session)
  },
  'refund.created': refund,
  'refund.ready': giveAddress,
  'refund.sent': sendRefund,
  'refund.confirmed': sendRefund,
  'refund.canceled': async (play, session) => {
    await play.quittance.refunds.cancel(await refund(play, session))
  },
  'refund.reported': undefined,
} as const satisfies Record<EventType, Scene | undefined>
