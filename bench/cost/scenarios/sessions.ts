import { loadCheckoutSession } from '../../../shared/payments/checkout-sessions/store/sessions.ts'
import { type Counts, minus, plus, times } from '../counts.ts'
import { count, measured } from '../meter.ts'
import type { World } from '../world.ts'
import { type Session, type Shop, visit } from './shop.ts'

/** Runs what runs every minute and does more while a session is open. */
async function minute({ invoke }: Pick<World, 'invoke'>): Promise<void> {
  for (const name of ['reconcile', 'relay', 'watch-refunds']) {
    count('eventBridgeEvents')
    await invoke(name, { mode: 'live' })
  }
}

/** The longest time that functions keep data which they would otherwise read every minute. */
const keptMinutes = 5

async function quietMinutes(world: World): Promise<void> {
  for (let passed = 0; passed < keptMinutes; passed++) {
    await world.jump(60)
    await minute(world)
  }
}

/**
 * The use of a session from its creation until its timer ends, without what runs every minute anyway. It is played twice,
 * and measured the second time, when functions have in memory what they keep.
 */
async function untilClosed(
  world: World,
  play: (everyMinute: () => Promise<void>) => Promise<unknown>,
): Promise<Counts> {
  let minutes = 0
  let ofClosed: Counts = {}
  const everyMinute = async () => {
    minutes += 1
    await minute(world)
    // Without it, the reconciler would report every minute that it is late. The 90 days after closing have its costs.
    const scans = await measured(() => world.invoke('scan-closed-addresses', { mode: 'live' }))
    ofClosed = plus(ofClosed, scans)
  }
  await play(everyMinute)
  await minute(world)
  const idle = times(await measured(() => quietMinutes(world)), 1 / keptMinutes)
  minutes = 0
  ofClosed = {}
  const used = await measured(() => play(everyMinute))
  return minus(minus(used, ofClosed), times(idle, minutes))
}

/** The merchant's server opens a session, the customer sees it once and pays after a minute, the merchant reads it. */
export function paid(world: World, shop: Shop): Promise<Counts> {
  return untilClosed(world, async (everyMinute) => void (await payment(world, shop, everyMinute)))
}

/**
 * The further use of a refund: the merchant's server promises half of a payment to an address, the owner sends it from a wallet
 * after ten minutes, and the merchant reads it once it is confirmed.
 */
export async function refunded(world: World, shop: Shop): Promise<Counts> {
  const withRefund = await untilClosed(world, async (everyMinute) => {
    const session = await payment(world, shop, everyMinute)
    const refund = await shop.promiseRefund(session)
    await world.pass(600, everyMinute)
    await shop.sendRefund(refund)
    await world.pass(600, everyMinute)
    await expectStatus(await shop.showRefund(refund), 'confirmed')
  })
  return minus(withRefund, await paid(world, shop))
}

async function payment(
  world: World,
  shop: Shop,
  everyMinute: () => Promise<void>,
): Promise<Session> {
  const session = await opened(world, shop)
  await world.pass(60, everyMinute)
  await shop.pay(session)
  await world.pass(600, everyMinute)
  await expectStatus(await shop.showSession(session), 'paid')
  await world.pass(600, everyMinute)
  return session
}

/** A session whose customer leaves without paying, until it is closed. */
export function abandoned(world: World, shop: Shop): Promise<Counts> {
  return untilClosed(world, async (everyMinute) => {
    const session = await opened(world, shop)
    await world.pass(1260, everyMinute)
    const stored = await loadCheckoutSession(world.table, 'live', session.id)
    if (!stored?.closedAt) throw new Error('the abandoned session was not closed')
  })
}

async function opened(world: World, shop: Shop): Promise<Session> {
  const session = await shop.openSession()
  await visit(world, session)
  return session
}

async function expectStatus(shown: Record<string, unknown>, status: string): Promise<void> {
  if (shown['status'] !== status) throw new Error(`its status is ${shown['status']}`)
}
