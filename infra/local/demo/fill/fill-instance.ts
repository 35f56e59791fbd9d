import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentLink } from '../../../../sdk/src/index.ts'
import { randomFraction } from '../../../../shared/kernel/ids.ts'
import { changeSettings } from '../../../../shared/records/settings/change-settings.ts'
import type { LocalConfig } from '../../config.ts'
import {
  followClock,
  type MovedClock,
  moveClock,
  newMovedClock,
  resetClock,
} from '../../moved-clock.ts'
import { createShutdown } from '../../shutdown.ts'
import { type StartedInstance, startInstance } from '../../start-instance.ts'
import { StartupError } from '../../startup-error.ts'
import type { Screen } from '../screen.ts'
import { customers, products } from './catalog.ts'
import { openMerchant } from './merchant.ts'
import { planDays, type Scene } from './plan.ts'
import { openSession, playScene } from './play-scene.ts'
import { openVirtualShop, type VirtualShop } from './virtual-shop.ts'

const dayMs = 86_400_000

const sweptEveryDays = 3

/**
 * Fills a new data folder with the last days of a shop in live mode. The instance starts before them, and everything is
 * done through its own operations; its time then passes quickly until now. An existing instance can't be filled:
 * neither the clock of a service nor the time of a chain goes back.
 */
export async function fillInstance(
  config: LocalConfig,
  { screen, days }: { screen: Screen; days: number },
): Promise<void> {
  await requireNew(config.dataDir)
  const now = new Date()
  const start = new Date(now.getTime() - (days + 1) * dayMs)
  const random = seededRandom()
  const numbers = { products: products.length, customers: customers.length }
  const scenes = planDays({ now, days, random, ...numbers })
  const clock = newMovedClock()
  followClock(clock)
  moveClock(clock, start)
  const shutdown = createShutdown(10_000)
  try {
    screen.waiting(`for the instance to start, ${days + 1} days ago`)
    const instance = await startInstance({ ...quick(config), clock }, shutdown)
    const links = await playDays({ instance, clock, screen, scenes })
    resetClock(clock)
    await playToday(openVirtualShop(instance, clock), links)
    resetClock(clock)
  } finally {
    screen.settled()
    await shutdown.run()
  }
}

async function requireNew(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch(() => [])
  if (entries.length === 0) return
  throw new StartupError(
    `${dataDir} has an instance already, and time can't go back there. Fill another folder: DATA_DIR=.local-demo npm run demo -- --fill`,
  )
}

/** Blocks follow one another quickly, and schedules run when the demo says so. */
function quick(config: LocalConfig): LocalConfig {
  const policy = { ...config.policy, RATE_LIMIT_PER_MINUTE: '100000' }
  return { ...config, policy, blockTimeSeconds: 0.1, scheduleSeconds: 3600, port: 0 }
}

/** Fixed seed: every demo has the same month. */
function seededRandom(): () => number {
  let state = 20_26
  return () =>
    randomFraction((length) =>
      Uint8Array.from({ length }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
        return (state >> 16) & 0xff
      }),
    )
}

type Played = {
  instance: StartedInstance
  clock: MovedClock
  screen: Screen
  scenes: readonly Scene[]
}

async function playDays({
  instance,
  clock,
  screen,
  scenes,
}: Played): Promise<readonly PaymentLink[]> {
  const shop = openVirtualShop(instance, clock)
  const settings = { businessName: 'Northfield Coffee', searchableMetadata: ['orderId'] }
  await instance.call(changeSettings, { mode: 'live', values: settings })
  const merchant = await openMerchant(shop)
  try {
    screen.step('The shop has payment links and webhook endpoints')
    let day = ''
    let dayCount = 0
    for (const scene of scenes) {
      const today = scene.at.toISOString().slice(0, 10)
      if (today !== day) {
        if (day !== '') await endDay(shop, { isSwept: ++dayCount % sweptEveryDays === 0 })
        day = today
        screen.waiting(`for ${day} to pass`)
      }
      merchant.setMood(dayCount)
      await playScene(shop, merchant.links, scene)
    }
    await endDay(shop, { isSwept: false })
    const count = scenes.reduce((sum, { sessions }) => sum + sessions.length, 0)
    screen.step(
      `${count} sessions of ${scenes.length} days, with payments, events, deliveries and sweeps`,
    )
    return merchant.links
  } finally {
    await merchant.close()
  }
}

/** Closes what is left, counts the day, and sends received money to the payout wallet. */
async function endDay(shop: VirtualShop, { isSwept }: { isSwept: boolean }): Promise<void> {
  shop.pass(1_200)
  await shop.run('reconcile')
  await shop.run('relay')
  if (!isSwept) return
  for (let round = 0; round < 6; round++) {
    await shop.run('sweep')
    await wait(250)
    shop.pass(60)
  }
}

/** The newest sessions are still open when the demo ends. */
async function playToday(shop: VirtualShop, links: readonly PaymentLink[]): Promise<void> {
  for (const [index, customer] of [3, 4].entries()) {
    const orderId = `NP-${2001 + index}`
    await openSession(shop, links, {
      behavior: 'leaves',
      product: index,
      customer,
      asset: 'USDC',
      orderId,
    })
  }
}
