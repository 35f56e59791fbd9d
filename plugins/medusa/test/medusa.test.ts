import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../../infra/build/repository-root.ts'
import { freePort } from '../../../infra/local/free-port.ts'
import { type CheckoutSession, Quittance } from '../../../sdk/src/index.ts'
import { inheritedVariables } from '../../../test/config.ts'
import { eventually } from '../../../test/eventually.ts'
import { type RunningInstance, startInstance } from '../../../test/instance.ts'
import { pay } from '../../../test/journeys/customer.ts'
import { localTarget } from '../../../test/journeys/target.ts'
import { type Catalog, createCatalog } from './catalog.ts'
import { installStore, type Store, startStore } from './medusa-store.ts'
import { startPostgres } from './postgres.ts'
import { type Cart, openStorefront, type PaymentSession, type Storefront } from './storefront.ts'

const execute = promisify(execFile)

let instance: RunningInstance
let postgres: Awaited<ReturnType<typeof startPostgres>>
let store: Store
let quittance: Quittance
let endpointId: string
let catalog: Catalog
let storefront: Storefront

beforeAll(async () => {
  await installStore()
  postgres = await startPostgres()
  instance = await startInstance({
    env: {
      ...{ CONFIRMATIONS: '2', BLOCK_TIME_SECONDS: '1', RECHECK_DELAY_SECONDS: '2' },
      ...{ SESSION_TTL_SECONDS: '40', LATE_GRACE_SECONDS: '20', SCHEDULE_SECONDS: '3' },
    },
  })
  const { baseUrl, apiKeys } = localTarget(instance)
  quittance = new Quittance({ baseUrl, apiKey: apiKeys.test })
  const port = await freePort(0)
  const { id, secret } = await quittance.webhookEndpoints.create({
    url: `http://localhost:${port}/hooks/payment/quittance`,
    events: [
      ...(['session.paid', 'session.paid_late', 'session.overpaid'] as const),
      ...(['session.underpaid', 'session.unmatched_deposit'] as const),
    ],
  })
  endpointId = id
  store = await startStore(port, {
    DATABASE_URL: postgres.url,
    QUITTANCE_URL: baseUrl,
    QUITTANCE_API_KEY: apiKeys.test,
    QUITTANCE_WEBHOOK_SECRET: secret,
    QUITTANCE_SUCCESS_URL: 'https://shop.example/thanks',
    QUITTANCE_CANCEL_URL: 'https://shop.example/cart',
  })
  catalog = await createCatalog(store)
  storefront = openStorefront(store, catalog)
})

afterAll(async () => {
  await store?.stop()
  await Promise.all([postgres?.stop(), instance?.stop()])
})

/** A part of the price, in percent. */
async function payPart({ data }: PaymentSession, percent = 100n): Promise<void> {
  const session = await quittance.checkoutSessions.retrieve(data.id)
  const base = String((BigInt(session.amount.base) * percent) / 100n)
  await pay(localTarget(instance), { ...session, amount: { ...session.amount, base } })
}

function statusOf({ data }: PaymentSession, status: CheckoutSession['status']) {
  return eventually(
    () => quittance.checkoutSessions.retrieve(data.id),
    (session) => session.status === status,
    { what: `${data.id} to be ${status}` },
  )
}

type Order = {
  id: string
  payment_status: string
  metadata: { quittance?: string } | null
  payment_collections: { payments: { id: string; captures: { amount: number }[] }[] }[]
}

async function ordersOf(cart: Cart): Promise<Order[]> {
  const fields = '+metadata,+payment_status,*payment_collections.payments.captures,cart.id'
  const { orders } = await store.admin<{ orders: (Order & { cart?: { id: string } })[] }>(
    'GET',
    `/admin/orders?limit=100&fields=${fields}`,
  )
  return orders.filter((order) => order.cart?.id === cart.id)
}

async function orderOf(cart: Cart, isMet: (order: Order) => boolean = () => true): Promise<Order> {
  const orders = await eventually(
    () => ordersOf(cart),
    ([order]) => order !== undefined && isMet(order),
    { what: `an order of ${cart.id}. ${store.log().slice(-3000)}` },
  )
  const [order] = orders
  if (!order || orders.length > 1) throw new Error(`${orders.length} orders of ${cart.id}`)
  return order
}

function capturesOf(order: Order): number[] {
  return order.payment_collections.flatMap(({ payments }) =>
    payments.flatMap(({ captures }) => captures.map(({ amount }) => amount)),
  )
}

type Notes = { notifications: { data: { title: string; description: string } }[] }

async function notes(): Promise<Notes['notifications'][number]['data'][]> {
  const { notifications } = await store.admin<Notes>('GET', '/admin/notifications?limit=100')
  return notifications.map(({ data }) => data)
}

async function titlesOfNotes(): Promise<string[]> {
  return (await notes()).map(({ title }) => title)
}

async function operate(...args: string[]): Promise<string> {
  const env = { ...inheritedVariables, DATA_DIR: instance.dataDir }
  const { stdout } = await execute(
    process.execPath,
    [join(repositoryRoot, 'infra/operate/main.ts'), ...args],
    { cwd: repositoryRoot, env },
  )
  return stdout
}

describe('paid in full', () => {
  it('places the order when the customer returns, in the currency of the store', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    expect(payment.data).toMatchObject({ amount: '24.99', currency: 'EUR', status: 'pending' })
    expect(payment.data.checkoutUrl).toContain(`/checkout/${payment.data.id}`)
    await expect(cart.complete()).rejects.toThrow('400')
    await payPart(payment)
    await statusOf(payment, 'paid')
    expect(await cart.complete()).toMatchObject({ type: 'order', order: { total: 24.99 } })
    expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'captured' }])
  })

  it('places it without the customer, once, whatever comes again', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    await payPart(payment)
    const order = await orderOf(cart)
    expect(order).toMatchObject({ payment_status: 'captured', metadata: null })
    expect(capturesOf(order)).toEqual([24.99])
    const { data: events } = await quittance.events.list({ sessionId: payment.data.id })
    for (const { id } of events) await quittance.events.redeliver(id, { endpointId })
    expect(await cart.complete()).toMatchObject({ type: 'order', order: { id: order.id } })
    expect(await orderOf(cart)).toEqual(order)
  })
})

describe('needs attention', () => {
  it('incomplete, and completed by the customer', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    await payPart(payment, 50n)
    const waiting = await orderOf(cart, ({ metadata }) => metadata?.quittance !== undefined)
    expect(waiting.payment_status).toBe('awaiting')
    expect(waiting.metadata?.quittance).toMatch(/^Payment incomplete\. .* arrived for cs_/)
    expect(capturesOf(waiting)).toEqual([])
    await payPart(payment, 50n)
    const order = await orderOf(cart, ({ payment_status }) => payment_status === 'captured')
    expect(order.id).toBe(waiting.id)
    await orderOf(cart, ({ metadata }) => !metadata?.quittance)
  })

  it('incomplete, and accepted in Quittance', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    await payPart(payment, 50n)
    await orderOf(cart, ({ metadata }) => metadata?.quittance !== undefined)
    const accept = [
      'sessions',
      'accept',
      payment.data.id,
      '--deposit',
      'counted',
      '--note',
      'a gift',
    ]
    await eventually(
      () => operate(...accept).then(Boolean, String),
      (done) => done === true,
    )
    const order = await orderOf(cart, ({ payment_status }) => payment_status === 'captured')
    expect(capturesOf(order)).toEqual([24.99])
  })

  it('late', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    await quittance.checkoutSessions.expire(payment.data.id)
    await payPart(payment)
    const order = await orderOf(cart, ({ metadata }) => metadata?.quittance !== undefined)
    expect(order.metadata?.quittance).toMatch(/^Paid late\. /)
    expect(capturesOf(order)).toEqual([24.99])
  })

  it('too much, and once more', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    await payPart(payment, 200n)
    const order = await orderOf(cart, ({ metadata }) => metadata?.quittance !== undefined)
    expect(order.metadata?.quittance).toMatch(/^Paid too much\. /)
    // The chain of this machine rests unless a session is open.
    await (await storefront.fillCart()).startPayment()
    await payPart(payment)
    await eventually(
      async () => {
        await operate('sessions', 'check', payment.data.id)
        return (await ordersOf(cart))[0]?.metadata?.quittance
      },
      (note) => note?.startsWith('Unmatched payment. ') ?? false,
    )
    const titles = await titlesOfNotes()
    expect(titles).toContainEqual(expect.stringMatching(/^Order #\d+: Unmatched payment$/))
    expect(titles.filter((title) => title.endsWith('Paid too much'))).toHaveLength(1)
    expect(store.log()).not.toContain('duplicate key')
  })
})

it('promises a refund if what was paid is out of stock, and tells a person', async () => {
  const cart = await storefront.fillCart()
  const payment = await cart.startPayment()
  await catalog.setStock(0)
  await payPart(payment)
  await eventually(titlesOfNotes, (titles) => titles.includes('Paid without an order'))
  const note = (await notes()).find(({ title }) => title === 'Paid without an order')
  expect(note?.description).toMatch(/\/admin\/quittance\/payments\/pay_\w+\/refunds/)
  await catalog.setStock(100)
  const { data: promised } = await quittance.refunds.list({ sessionId: payment.data.id })
  const { amount } = await quittance.checkoutSessions.retrieve(payment.data.id)
  expect(promised).toMatchObject([{ amount: { base: amount.base } }])
  expect(await ordersOf(cart)).toEqual([])
})

describe('another payment session', () => {
  it('ends the one before, so that nobody pays twice', async () => {
    const cart = await storefront.fillCart()
    const first = await cart.startPayment()
    const second = await cart.startPayment()
    expect(second.data.id).not.toBe(first.data.id)
    await statusOf(first, 'expired')
    await payPart(first)
    await eventually(titlesOfNotes, (titles) => titles.includes('Paid without a cart'))
    await payPart(second)
    expect(capturesOf(await orderOf(cart))).toEqual([24.99])
  })

  it('is refused if the one before has money, which places the order', async () => {
    const cart = await storefront.fillCart()
    const first = await cart.startPayment()
    await payPart(first)
    await statusOf(first, 'detected')
    await expect(cart.startPayment()).rejects.toThrow('Could not delete all payment sessions')
    expect(capturesOf(await orderOf(cart))).toEqual([24.99])
  })
})

describe('refunds', () => {
  const refund = async (order: Order, amount?: number) => {
    const path = `/admin/payments/${order.payment_collections[0]?.payments[0]?.id}/refund`
    return store.admin<{ payment: { refunds: unknown[] } }>('POST', path, amount ? { amount } : {})
  }

  it('promises a part, then the rest, at the rate of the payment; and says why one is refused', async () => {
    const cart = await storefront.fillCart()
    const payment = await cart.startPayment()
    await payPart(payment)
    const order = await orderOf(cart, ({ payment_status }) => payment_status === 'captured')
    await refund(order, 10)
    const { data: promised } = await quittance.refunds.list({ sessionId: payment.data.id })
    const { amount, fiat } = await quittance.checkoutSessions.retrieve(payment.data.id)
    const expected = (BigInt(amount.base) * 1000n) / BigInt(fiat.amount.replace('.', ''))
    expect(promised).toMatchObject([
      { status: 'awaiting_address', amount: { base: String(expected) } },
    ])

    // Somebody promises the rest in Quittance.
    const rest = await quittance.refunds.create({
      sessionId: payment.data.id,
      amount: formatted(BigInt(amount.base) - expected, amount.decimals),
    })
    await expect(refund(order, 14.99)).rejects.toThrow(/400 .*refund/)
    await quittance.refunds.cancel(rest.id)
    await refund(order, 14.99)
    await orderOf(cart, ({ payment_status }) => payment_status === 'refunded')

    const path = `/admin/quittance/payments/${order.payment_collections[0]?.payments[0]?.id}/refunds`
    const { refunds } = await store.admin<{ refunds: { claimUrl: string }[] }>('GET', path)
    const { baseUrl } = instance
    expect(refunds.map(({ claimUrl }) => claimUrl.startsWith(baseUrl))).toEqual([true, true])
    await eventually(titlesOfNotes, (titles) =>
      titles.some((one) => /^Refund of .* promised$/.test(one)),
    )
    const shown = `/store/orders/${order.id}?fields=*payment_collections.payments`
    const visible = JSON.stringify(await storefront.store('GET', shown))
    expect(visible).toContain(payment.data.id)
    for (const { claimUrl } of refunds) expect(visible + store.log()).not.toContain(claimUrl)
  })
})

function formatted(base: bigint, decimals: number): string {
  const digits = base.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

it('ignores a webhook that the instance has not signed, and logs it', async () => {
  const cart = await storefront.fillCart()
  const { data, id } = await cart.startPayment()
  const event = { id: 'evt_1', type: 'session.paid', data: { ...data, metadata: { order: id } } }
  const response = await fetch(`${store.url}/hooks/payment/quittance`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
      'x-webhook-signature': `t=0,v1=${'0'.repeat(64)}`,
    },
    body: JSON.stringify(event),
  })
  expect(response.status).toBe(200)
  await eventually(
    () => store.log(),
    (log) => log.includes('A webhook for quittance was ignored. No signature is valid.'),
  )
  expect(await ordersOf(cart)).toEqual([])
})
