import { setTimeout } from 'node:timers/promises'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { createClient, createTestClient, erc20Abi, getAddress } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { mineBlock } from '../../infra/local/chains/mine-block.ts'
import { tableName } from '../../infra/local/start-services.ts'
import { openingTables } from '../../infra/operate/open-operated-table.ts'
import type { CheckoutSession, CreateCheckoutSessionBody } from '../../sdk/src/index.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { randomFraction } from '../../shared/kernel/ids.ts'
import { ask, joinAsOwner } from '../browser/operator-visit.ts'
import { deniedCalls } from '../denied-calls.ts'
import { eventually, patiently } from '../eventually.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { type Life, startLife } from './life.ts'
import { eventsAbout } from './listener.ts'
import { type Merchant, merchant } from './merchant.ts'
import { patientHttp } from './patient-http.ts'
import { localPace } from './target.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const months = 13

/** A shop's payments by month of the calendar, January first: most of them before Christmas. */
const season = [1, 1, 1, 1, 2, 2, 1, 1, 1, 2, 3, 4]

/** The shop's own record of a payment. */
type Sale = {
  id: string
  asset: string
  base: bigint
  address: string
  cents: number
  paidAt: string
}

const colleague = 'mia@northfield.example'

const bytes = seededBytes('a year')
const random = () => randomFraction(bytes)

let life: Life
let shop: Merchant
let receiver: WebhookReceiver
let endpoint: { id: string; secret: string }
let startedAt: Date
const sales: Sale[] = []
const tried: string[] = []

let apiKey: string

const keyed = (key: string) =>
  // A moved clock makes prices old, and the connections of clients, until the next block and the next request.
  merchant(life.instance.baseUrl, key, { ...localPace, maxRetries: 5 })

beforeAll(async () => {
  startedAt = new Date()
  life = await startLife({ WEBHOOK_RETRY_SECONDS: '1,1', SWEEP_SECONDS: '300' })
  apiKey = life.instance.apiKeys.test
  shop = keyed(apiKey)
  receiver = await startWebhookReceiver()
  endpoint = await shop.createEndpoint(receiver.url)
  receiver.expectSecret(endpoint.secret)
})

afterAll(async () => {
  await receiver?.close()
  await life?.end()
  process.stdout.write(`${tried.join('\n')}\n`)
})

async function sell(): Promise<Sale> {
  const cents = 500 + Math.floor(random() * 9_500)
  const asset = random() < 0.7 ? 'USDC' : 'ETH'
  const amount = { value: (cents / 100).toFixed(2), currency: 'USD' }
  const session = await open({ amount, asset })
  await pay(life.target, session)
  const { paidAt } = await shop.reaches(session.id, 'paid')
  const { id, address } = session
  const base = BigInt(session.amount.base)
  const sale = { id, asset, base, address, cents, paidAt: paidAt ?? '' }
  sales.push(sale)
  return sale
}

/**
 * After a jump, the shop waits until prices of the new time are confirmed. Chains on this machine mine only while somebody
 * waits for blocks; others never stop.
 */
async function open(body: CreateCheckoutSessionBody): Promise<CheckoutSession> {
  const impatient = merchant(life.instance.baseUrl, apiKey, { ...localPace, maxRetries: 0 })
  const opening = async () => {
    for (const { rpcUrl } of life.instance.chains) {
      // A node that has mined many blocks is replaced, which takes half a second.
      await mineBlock(rpcUrl, new Date()).catch(() => undefined)
    }
    return impatient.createSession(body).catch((error) => {
      if (error.code !== 'price_unavailable') throw error
      return null
    })
  }
  const session = await eventually(opening, (opened) => opened !== null, localPace)
  if (!session) throw new Error('there is no session')
  return session
}

function isHeard({ id }: Sale): Promise<string[]> {
  const about = () => eventsAbout(receiver, id)
  return eventually(about, (types) => types.includes('session.paid'), {
    ...localPace,
    what: `the webhook about ${id}`,
  })
}

const inTerminal = (...args: string[]) => life.inTerminal(args)

async function json<Schema extends z.ZodType>(
  schema: Schema,
  ...args: string[]
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse(await inTerminal(...args, '--json')))
}

const later = (ms: number) => life.moveTo(new Date(Date.now() + ms))

/** Moves the clock in steps, so that everything that is due every few minutes happens in between. */
async function pass(ms: number, steps = 4): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    later(ms / steps)
    await setTimeout(1_500)
  }
}

/** Events of a month beside the sales. */
const happenings: Readonly<Record<number, () => Promise<void>>> = {
  async 1() {
    const keys = await json(
      z.object({ keys: z.array(z.looseObject({ id: z.string(), mode: z.string() })) }),
      ...['keys', 'list', '--mode', 'test'],
    )
    const rolled = await json(
      z.looseObject({ key: z.string() }),
      ...['keys', 'roll', keys.keys[0]?.id ?? ''],
    )
    const old = shop
    apiKey = rolled.key
    shop = keyed(apiKey)
    expect((await old.createLink('5')).id).toMatch(/^pl_/)
    later(25 * hourMs)
    await expect(old.createLink('5')).rejects.toMatchObject({ status: 401 })
  },
  async 2() {
    await life.signIn()
    const context = await life.page.context().browser()?.newContext()
    if (!context) throw new Error('there is no browser')
    const { baseUrl } = life.instance
    await joinAsOwner({ ...life, baseUrl }, { inviting: life.page, context, email: colleague })
    await context.close()
    expect(await inTerminal('operators', 'list')).toContain(colleague)
  },
  async 3() {
    const { port } = receiver
    await receiver.close()
    const since = new Date()
    const missed = [await sell(), await sell()]
    await pass(7 * dayMs)
    receiver = await startWebhookReceiver({ port })
    receiver.expectSecret(endpoint.secret)
    await inTerminal('endpoints', 'enable', endpoint.id)
    await inTerminal('deliveries', 'recover', endpoint.id, '--since', since.toISOString())
    for (const sale of missed) await isHeard(sale)
  },
  async 4() {
    const impatient = merchant(life.instance.baseUrl, apiKey, { ...localPace, maxRetries: 0 })
    const amount = { value: '5', currency: 'USD' }
    const refuses = (asset: string) =>
      expect(impatient.createSession({ amount, asset })).rejects.toMatchObject({
        code: 'price_unavailable',
      })
    const restore = await withoutPrices()
    later(hourMs / 2)
    await refuses('ETH')
    // A dollar was one within the age of its feed.
    await impatient.createSession({ amount, asset: 'USDC' })
    later(2 * hourMs)
    await refuses('USDC')
    await restore()
    // The feeds report once an hour.
    later(hourMs)
    await isHeard(await sell())
  },
  async 5() {
    const chain = life.instance.chains.find(({ mode }) => mode === 'live')
    if (!chain) throw new Error('there is no live chain')
    const id = String(chain.chainId)
    await inTerminal('networks', 'remove', '--chain', id)
    await pass(2 * dayMs)
    expect(await inTerminal('networks', 'list', '--mode', 'live')).not.toContain(chain.rpcUrl)
    await life.inTerminal(['networks', 'add', '--chain', id, '--url', '-'], {
      variables: { NODE_URLS: chain.rpcUrl },
      readLine: async () => chain.rpcUrl,
    })
    expect(await inTerminal('networks', 'list', '--mode', 'live')).toContain(id)
  },
  async 6() {
    const { secret } = await json(
      z.looseObject({ secret: z.string() }),
      ...['endpoints', 'rotate', endpoint.id],
    )
    receiver.expectSecret(secret)
    later(25 * hourMs)
    await isHeard(await sell())
  },
  async 7() {
    await life.signIn()
    const { operators } = await ask(life.page, 'list-operators', { input: {} })
    const left = operators.find(({ email }) => email === colleague)
    const proof = { password: life.instance.owner.password }
    await ask(life.page, 'remove-operator', { input: { id: left?.id ?? '' }, proof })
    expect(await inTerminal('operators', 'list')).not.toContain(colleague)
  },
}

/** Every feed of every chain stops, until the returned function is called. */
async function withoutPrices(): Promise<() => Promise<void>> {
  const { ethUsdFeed, usdcUsdFeed } = localAddresses
  const codes = await Promise.all(
    life.instance.chains.flatMap(({ rpcUrl }) =>
      [ethUsdFeed, usdcUsdFeed].map(async (feed) => {
        const node = createTestClient({ mode: 'anvil', transport: patientHttp(rpcUrl) })
        return { node, feed, bytecode: (await getCode(node, { address: feed })) ?? '0x' }
      }),
    ),
  )
  for (const { node, feed } of codes) await node.setCode({ address: feed, bytecode: '0x' })
  return async () => {
    for (const { node, feed, bytecode } of codes) await node.setCode({ address: feed, bytecode })
  }
}

/** By the shop's own records and the chain alone: every unit is at an address, or at the payout wallet. */
async function nothingIsLost(): Promise<void> {
  const chain = life.instance.chains.find(({ mode }) => mode === 'test')
  if (!chain) throw new Error('there is no test chain')
  const client = createClient({ transport: patientHttp(chain.rpcUrl) })
  const usdc = chain.assets.find(({ symbol }) => symbol === 'USDC')?.tokenAddress
  if (!usdc) throw new Error('there is no USDC')
  const holders = [...sales.map(({ address }) => getAddress(address)), chain.payoutAddress]
  const held = { ETH: 0n, USDC: 0n }
  for (const address of holders) {
    held.ETH += await getBalance(client, { address })
    const args = [address] as const
    held.USDC += await readContract(client, {
      address: usdc,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args,
    })
  }
  const sold = (asset: string) =>
    sales.filter((sale) => sale.asset === asset).reduce((sum, { base }) => sum + base, 0n)
  expect(held.USDC).toBe(sold('USDC'))
  // Sweeps paid their fees in the coin.
  const feesBase = sold('ETH') - held.ETH
  expect(feesBase).toBeGreaterThanOrEqual(0n)
  expect(feesBase * 100n).toBeLessThanOrEqual(sold('ETH'))
}

const overview = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      counts: z.object({ paid: z.int(), expired: z.int() }),
      volumes: z.array(z.object({ currency: z.string(), completed: z.string() })),
    }),
  ),
})

/** Compares the statistics of the last 90 days with the shop's own records. */
async function statisticsAreRight(): Promise<void> {
  const { days } = await json(overview, 'overview', '--mode', 'test', '--days', '90')
  expect(days).toHaveLength(90)
  const shown = days.map(({ day, counts, volumes }) => ({
    day,
    paid: counts.paid,
    usd: Number(volumes[0]?.completed ?? 0).toFixed(2),
  }))
  const known = days.map(({ day }) => {
    const own = sales.filter(({ paidAt }) => paidAt.startsWith(day))
    const cents = own.reduce((sum, sale) => sum + sale.cents, 0)
    return { day, paid: own.length, usd: (cents / 100).toFixed(2) }
  })
  expect(shown).toEqual(known)
}

/** Every row, and those that should have been deleted for two hours. */
async function rows(): Promise<{ all: number; over: number }> {
  const table = await openingTables({ dataDir: life.dataDir, functionPrefix: undefined })(tableName)
  const counts = { all: 0, over: 0 }
  const pages = paginateScan({ client: table.client }, { TableName: table.name })
  for await (const { Items = [] } of pages) {
    counts.all += Items.length
    counts.over += Items.filter(({ ttl }) => Number(ttl) * 1000 < Date.now() - 2 * hourMs).length
  }
  return counts
}

async function booksAgree(from: Date): Promise<void> {
  const period = ['--from', from.toISOString().slice(0, 10)]
  const audited = inTerminal('audit-books', '--mode', 'test', ...period)
  let isOver = false
  const over = audited.finally(() => {
    isOver = true
  })
  while (!isOver) {
    // An order is taken up within five minutes.
    later(300_000)
    await Promise.race([over, setTimeout(1_500)])
  }
  expect(await audited).toContain('the books agree with the chain')
}

it.each(Array.from({ length: months }, (_, n) => n + 1))('month %i', async (month) => {
  const began = new Date(startedAt.getTime() + (month - 1) * 30.5 * dayMs)
  life.moveTo(new Date(Math.max(began.getTime(), Date.now())))
  for (let n = 0; n < (season[began.getMonth()] ?? 1); n += 1) {
    await isHeard(await sell())
    later(3 * dayMs)
  }
  const { id } = await open({ amount: { value: '7', currency: 'USD' } })
  await happenings[month]?.()
  await pass(2 * dayMs)
  await shop.reaches(id, 'expired')
  await life.everyPageOpens()
  await nothingIsLost()
  await booksAgree(began)
  await statisticsAreRight()
  const exported = await inTerminal('exports', 'start', '--mode', 'test')
  expect(sales.filter((sale) => !exported.includes(sale.id))).toEqual([])
  // What a jump made late is made up for by the next rounds, of which some come once a minute.
  const health = await eventually(
    () => inTerminal('health', '--mode', 'test'),
    (said) => /: (all is well|0 problems)/.test(said),
    { everyMs: 2_000, ...patiently, what: 'health' },
  )
  const [, idle = ''] = /(\d+\.\d\d) for what runs all the time/.exec(health) ?? []
  const { all } = await eventually(rows, ({ over }) => over === 0, {
    everyMs: 2_000,
    ...patiently,
    what: 'the end of rows whose time is over',
  })
  tried.push(
    `month ${month}: ${sales.length} payments, ${all} rows; ${idle} USD for what runs all the time, so far this calendar month`,
  )
  expect(await deniedCalls(life.dataDir)).toEqual([])
})
