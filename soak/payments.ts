import { setTimeout } from 'node:timers/promises'
import type { CheckoutSessionBody } from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { startInstance } from '../test/instance.ts'
import { serviceMemory } from '../test/service-memory.ts'
import { openShop, type Shop } from './merchant.ts'
import { openPayer, type Payer } from './payer.ts'

const environment = {
  SESSION_TTL_SECONDS: '600',
  RECHECK_DELAY_SECONDS: '2',
  CONFIRMATIONS: '2',
  // Enough blocks for a restart of the node in between, which happens every 600.
  BLOCK_TIME_SECONDS: '0.5',
  SCHEDULE_SECONDS: '3',
  // Every notification is lost.
  NOTIFIER: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
}
const batchSize = 200
const atOnce = 10
const againMs = 500
/** Longer than the window: a payment not found by then is never found. */
const patienceMs = 900_000

type Tally = { found: number; wrong: string[] }

/**
 * Makes this many payments without notifications, a third of them in USDC. Each batch is paid while the previous one is
 * still being detected. Resolves with whether all were found, and none twice.
 */
export async function soakPayments(count: number): Promise<boolean> {
  const begin = Date.now()
  const instance = await startInstance({ env: environment })
  try {
    const shop = openShop({ instance: () => instance })
    const tally: Tally = { found: 0, wrong: [] }
    let previous: Promise<void> = Promise.resolve()
    const payer = openPayer(instance)
    for (let start = 0; start < count; start += batchSize) {
      const sessions = await payBatch(shop, payer, {
        start,
        end: Math.min(start + batchSize, count),
      })
      await previous
      previous = find({ shop, payer }, sessions, tally)
      // Reported with the next batch.
      previous.catch(() => undefined)
      const megabytes = await serviceMemory(instance)
      const paid = sessions.length + start
      console.log(`${paid} paid, ${tally.found} found, ${seconds(begin)}, ${megabytes} MB`)
    }
    await previous
    tally.wrong.push(...(await wrongEvents(shop, count)))
    for (const line of tally.wrong) console.error(line)
    console.log(
      `${count} payments without a notification, ${tally.found} found, ${tally.wrong.length} violations (${seconds(begin)})`,
    )
    return tally.found === count && tally.wrong.length === 0
  } catch (error) {
    const lastWords = await instance.lastWords()
    if (lastWords !== undefined) console.error(`the service ${lastWords}`)
    throw error
  } finally {
    await instance.stop()
  }
}

function seconds(begin: number): string {
  return `${Math.round((Date.now() - begin) / 1000)} s`
}

async function payBatch(
  shop: Shop,
  payer: Payer,
  { start, end }: { start: number; end: number },
): Promise<CheckoutSessionBody[]> {
  const sessions: CheckoutSessionBody[] = []
  const numbers = Array.from({ length: end - start }, (_, index) => start + index).values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const number of numbers) {
        const asset = number % 3 ? 'ETH' : 'USDC'
        const session = await shop.openSession(`payment-${number}`, { chainId: 31337, asset })
        await payer.pay(session)
        sessions.push(session)
      }
    }),
  )
  return sessions
}

/** Waits until each session is paid with its amount. */
async function find(
  { shop, payer }: { shop: Shop; payer: Payer },
  sessions: readonly CheckoutSessionBody[],
  tally: Tally,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (const { id, amount } of sessions) {
    let session = await shop.session(id)
    for (let look = 1; session.status !== 'paid' && Date.now() < until; look++) {
      await setTimeout(againMs)
      if (look % 20 === 0) await payer.sendAgain()
      session = await shop.session(id)
    }
    const { status, amountReceived } = session
    if (status === 'paid' && amountReceived.base === amount.base) tally.found += 1
    else tally.wrong.push(`${id} is ${status} with ${amountReceived.base} of ${amount.base}`)
  }
}

/** Each payment is reported once when detected, and once when confirmed. */
async function wrongEvents(shop: Shop, count: number): Promise<string[]> {
  const events = await shop.events()
  const bySession = Map.groupBy(events, ({ data }) => data.id)
  const wrong = [...bySession].flatMap(([id, own]) => {
    const types = own.map(({ type, data }) => `${data.sequence} ${type}`).toSorted()
    const isOnce = types.join() === '1 session.detected,2 session.paid'
    return isOnce ? [] : [`the events of ${id} are ${types}`]
  })
  return bySession.size === count ? wrong : [...wrong, `${bySession.size} sessions have events`]
}
