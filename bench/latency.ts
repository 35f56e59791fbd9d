import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { callNode } from '../infra/local/chains/call-node.ts'
import { randomFraction } from '../shared/kernel/ids.ts'
import { openShop, type Shop } from '../soak/merchant.ts'
import { openPayer, type Payer } from '../soak/payer.ts'
import { type RunningInstance, startInstance } from '../test/instance.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { type Figure, percentile, sized } from './bench.ts'
import { openPage } from './open-page.ts'

const blockSeconds = 2
/** How often an open page has its address scanned while nobody notifies. */
const scanMs = 10_000
/** Determines the moment of each payment, the same in each run. */
const randomBytes = seededBytes('latency')

type Setting = {
  name: string
  notifier: 'on' | 'off'
  payments: number
  atOnce: number
  spreadMs: number
  /** How the detection is observed: by an open page, or by polling the API this often. */
  observe: 'page' | { everyMs: number }
  aim: string
}

const settings: readonly Setting[] = [
  {
    name: 'notifier on',
    notifier: 'on',
    payments: sized(40, 2),
    atOnce: 1,
    spreadMs: 2000,
    observe: { everyMs: 20 },
    aim: 'p95 under 1 s',
  },
  {
    // One after the other: a client may open ten streams in 30 s.
    name: 'notifier off, page open',
    notifier: 'off',
    payments: sized(20, 2),
    atOnce: 1,
    spreadMs: scanMs,
    observe: 'page',
    aim: 'p95 under 12 s: a scan every 10 s, and a block',
  },
  {
    name: 'reconciler alone',
    notifier: 'off',
    payments: sized(20, 0),
    atOnce: 20,
    spreadMs: 60_000,
    observe: { everyMs: 500 },
    aim: 'p95 under 75 s',
  },
]

/** From the moment the node has a payment in a block to the moment a merchant or customer can see it as detected. */
export async function latency(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const setting of settings.filter(({ payments }) => payments > 0)) {
    figures.push(await measure(setting))
  }
  return figures
}

async function measure(setting: Setting): Promise<Figure> {
  const { name, notifier, aim } = setting
  const env = { NOTIFIER: notifier, BLOCK_TIME_SECONDS: String(blockSeconds) }
  const instance = await startInstance({ env: { ...env, RATE_LIMIT_PER_MINUTE: '1000000' } })
  try {
    const values = await payAll(instance, setting)
    const [p50, p95] = [50, 95].map((percent) => seconds(percentile(values, percent)))
    const what = `mined to detected, ${name}, ${values.length} payments: p50, p95`
    return { what, value: `${p50}, ${p95}`, aim }
  } finally {
    await instance.stop()
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

type Customer = { instance: RunningInstance; shop: Shop; payer: Payer }

async function payAll(instance: RunningInstance, setting: Setting): Promise<number[]> {
  const customer = {
    instance,
    shop: openShop({ instance: () => instance }),
    payer: openPayer(instance),
  }
  const values: number[] = []
  let left = setting.payments
  const lane = async () => {
    while (left-- > 0) values.push(await payOne(customer, setting))
  }
  await Promise.all(Array.from({ length: setting.atOnce }, lane))
  return values
}

async function payOne({ instance, shop, payer }: Customer, setting: Setting): Promise<number> {
  const session = await shop.openSession('latency', { chainId: 31337, asset: 'ETH' })
  const { observe } = setting
  const page = observe === 'page' ? await openPage(instance.baseUrl, session.id) : undefined
  await wait(randomFraction(randomBytes) * setting.spreadMs)
  const hash = await payer.pay(session)
  const [minedAt, detectedAt] = await Promise.all([
    whenMined(instance, hash),
    page
      ? page.whenDetected
      : whenDetected(shop, session.id, observe === 'page' ? 0 : observe.everyMs),
  ])
  return detectedAt - minedAt
}

async function whenDetected(shop: Shop, id: string, everyMs: number): Promise<number> {
  while ((await shop.session(id)).status === 'pending') await wait(everyMs)
  return performance.now()
}

async function whenMined({ instance }: RunningInstance, hash: string): Promise<number> {
  const rpcUrl = instance.chains.find(({ chainId }) => chainId === 31337)?.rpcUrl ?? ''
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  while ((await callNode(rpcUrl, call, z.object({}).nullable())) === null) await wait(10)
  return performance.now()
}
