import { setTimeout as wait } from 'node:timers/promises'
import {
  type CheckoutSession,
  type PaymentLink,
  QuittanceError,
} from '../../../../sdk/src/index.ts'
import { takeBack } from '../../chains/take-back.ts'
import { pay } from '../customer.ts'
import { customers } from './catalog.ts'
import type { PlannedSession, Scene } from './plan.ts'
import type { VirtualShop } from './virtual-shop.ts'

type Opened = PlannedSession & { session: CheckoutSession }

/** Percent of the price that a customer sends. */
const shares = {
  pays: 100n,
  underpays: 60n,
  overpays: 130n,
  paysLate: 100n,
  vanishes: 100n,
} as const

/** A little more than the delay before a payment is decided. */
const recheckSeconds = 65

/** Five of them are more than `FAILED_AFTER_SECONDS`; the first one notices that the payment is gone. */
const checkSeconds = 900
const checks = 6

/** Plays the sessions of a few minutes to their ends, each step as soon as the service has done the one before. */
export async function playScene(
  shop: VirtualShop,
  links: readonly PaymentLink[],
  { at, sessions }: Scene,
): Promise<void> {
  shop.passTo(at)
  const opened: Opened[] = []
  for (const planned of sessions) {
    opened.push({ ...planned, session: await openSession(shop, links, planned) })
    shop.pass(12)
  }
  const ofKind = (...kinds: Opened['behavior'][]) =>
    opened.filter(({ behavior }) => kinds.includes(behavior))
  shop.pass(25)
  await Promise.all(ofKind('vanishes').map((each) => payAndVanish(shop, each)))
  await settle(shop, ofKind('pays', 'underpays', 'overpays'))
  const waiting = ofKind('leaves', 'paysLate')
  if (waiting.length === 0) return
  const ends = waiting.map(({ session }) => Date.parse(session.expiresAt))
  shop.passTo(new Date(Math.max(...ends) + 5_000))
  await Promise.all(waiting.map(({ session }) => shop.until(session.id, isExpired)))
  await settle(shop, ofKind('paysLate'))
}

function isExpired({ status }: CheckoutSession): boolean {
  return status === 'expired'
}

const openingAttempts = 40

/** After a leap of the clock, prices are unavailable until the chain has new ones. */
export async function openSession(
  shop: VirtualShop,
  links: readonly PaymentLink[],
  planned: PlannedSession,
): Promise<CheckoutSession> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create(shop, links, planned)
    } catch (error) {
      const mayPass = error instanceof QuittanceError && error.code === 'price_unavailable'
      if (!mayPass || attempt === openingAttempts) throw error
      await wait(250)
      shop.pass(6)
    }
  }
}

function create(
  { api, chain: { chainId } }: VirtualShop,
  links: readonly PaymentLink[],
  { product, customer, asset, orderId }: PlannedSession,
): Promise<CheckoutSession> {
  const email = customer === undefined ? undefined : customers[customer]
  const linkId = links[product]?.id ?? ''
  return api.checkoutSessions.create({
    linkId,
    chainId,
    asset,
    metadata: { orderId },
    ...(email !== undefined && { customerEmail: email }),
  })
}

/** Pays, and waits until the service has decided the payments. */
async function settle(shop: VirtualShop, opened: readonly Opened[]): Promise<void> {
  if (opened.length === 0) return
  await Promise.all(opened.map((each) => payAndNotice(shop, each)))
  shop.pass(recheckSeconds)
  const isDecided = ({ status }: CheckoutSession) => status !== 'detected' && status !== 'expired'
  await Promise.all(opened.map(({ session }) => shop.until(session.id, isDecided)))
}

async function payAndNotice(shop: VirtualShop, { session, behavior }: Opened): Promise<string> {
  const { chainId, asset, address } = session
  const share = behavior === 'leaves' ? 100n : shares[behavior]
  const amountBase = `${(BigInt(session.amount.base) * share) / 100n}`
  const hash = await pay(shop.instance, { chainId, asset, address, amountBase })
  await shop.until(session.id, ({ txHash }) => txHash !== null)
  return hash
}

/** A reorg takes a payment back, which never returns. */
async function payAndVanish(shop: VirtualShop, opened: Opened): Promise<void> {
  const hash = await payAndNotice(shop, opened)
  await takeBack(shop.chain, `0x${hash.slice(2)}`)
  for (let check = 0; check < checks; check++) {
    shop.pass(checkSeconds)
    await wait(500)
    await shop.run('reconcile')
  }
  await shop.until(opened.session.id, ({ status }) => status === 'failed')
}
