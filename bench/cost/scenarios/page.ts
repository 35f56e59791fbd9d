import { pageServices } from '../../../functions/services/page-services.ts'
import {
  runStreamSession,
  streamSession,
} from '../../../shared/checkout-sessions/stream-session.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { isHealthy } from '../../../shared/networks/rules/notifier-health.ts'
import { healthUpdate } from '../../../shared/networks/store/notifier-health.ts'
import type { Counts } from '../counts.ts'
import { measured, meteredInvocation } from '../meter.ts'
import { countRequest, type World } from '../world.ts'
import type { Session, Shop } from './shop.ts'

const openSeconds = 180

/** What a page uses that is open for 3 minutes while the customer has not paid, apart from loading it. */
export async function pageOpen(world: World, shop: Shop): Promise<Counts> {
  // The first one fills what functions keep in memory.
  await follow(world, await shop.openSession())
  const session = await shop.openSession()
  return measured(() => follow(world, session))
}

async function follow(world: World, { id }: Session): Promise<void> {
  const until = Date.now() + openSeconds * 1000
  while (Date.now() < until) {
    countRequest()
    await meteredInvocation(streamSession.needs.memoryMb ?? 512, () => stream(world, id))
    await world.jump(1)
    await world.settle()
  }
}

async function stream(world: World, id: string): Promise<void> {
  const wait = async (milliseconds: number) => {
    await world.jump(milliseconds / 1000)
    await world.settle()
  }
  const services = { ...pageServices(world.config), wait }
  const request = { id, viewerAddress: '203.0.113.7', limit: async () => undefined }
  const disconnected = new AbortController().signal
  const frames = await runStreamSession(services, {
    ...request,
    disconnected,
    body: undefined,
    knownTag: undefined,
  })
  for await (const _ of frames);
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
