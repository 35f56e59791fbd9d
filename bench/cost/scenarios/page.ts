import { transact } from '../../../shared/kernel/store/transact.ts'
import { isHealthy } from '../../../shared/merchant/notifiers/rules/notifier-health.ts'
import { healthUpdate } from '../../../shared/merchant/notifiers/store/notifier-health.ts'
import { paceOf } from '../../../static-checkout/src/pace.ts'
import type { Counts } from '../counts.ts'
import { measured } from '../meter.ts'
import type { World } from '../world.ts'
import type { Session, Shop } from './shop.ts'

const openSeconds = 180

/** A page that is open for 3 minutes while the customer has not paid, apart from loading it. */
export async function pageOpen(world: World, shop: Shop): Promise<Counts> {
  // The first one fills what functions keep in memory, and is closed before the second one opens.
  await follow(world, await shop.openSession())
  await world.pass(1500)
  const session = await shop.openSession()
  return measured(() => follow(world, session))
}

/** At the pace of the page's own script. */
async function follow(world: World, { id }: Session): Promise<void> {
  const until = Date.now() + openSeconds * 1000
  const first = await world.call('show-session', { parameters: { id } })
  await world.settle()
  const knownTag = { 'If-None-Match': `W/"${first['version']}"` }
  const pace = paceOf({ status: 'pending', reported: null }, { isHidden: false, canStream: true })
  if (pace.kind === 'stream') throw new Error('a page that waits is not followed by a stream')
  while (Date.now() + pace.everyMs <= until) {
    await world.pass(pace.everyMs / 1000)
    await world.call('show-session', { parameters: { id }, headers: knownTag })
  }
  await world.settle()
}

/** From now on the notifier of the shop's chain counts as healthy. */
export async function trustNotifier({ table }: World, { chainId }: Shop): Promise<void> {
  const payments = Array.from({ length: 10 }, (_, index) => ({
    sessionId: `cs_${index}`,
    inTime: true,
  }))
  const health = { payments, lastPaymentAt: new Date(), lastNotificationAt: new Date() }
  if (!isHealthy(health)) throw new Error('ten payments in time do not make a notifier healthy')
  const notified = { mode: 'live', notifier: 'alchemy', chainId } as const
  await transact(table, [healthUpdate(notified, { health, before: undefined })])
}
