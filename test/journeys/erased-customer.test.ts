import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { tableName } from '../../infra/local/start-services.ts'
import { openingTables } from '../../infra/operate/open-operated-table.ts'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { checkoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { customerPage } from '../../shared/records/customers/wire/customer.ts'
import { eventually } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { storedTexts } from '../stored-texts.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { chooseCoin, merchant, openLink } from './merchant.ts'
import { localTarget } from './target.ts'

let instance: RunningInstance
let receiver: WebhookReceiver

beforeAll(async () => {
  instance = await startInstance({
    env: { RECHECK_DELAY_SECONDS: '1', BLOCK_TIME_SECONDS: '1', LATE_GRACE_SECONDS: '1' },
  })
  receiver = await startWebhookReceiver({
    // A receiver that returns what it got.
    respondAlways: (response, request) => {
      response.writeHead(200)
      request.pipe(response)
    },
  })
})

afterAll(async () => {
  await receiver.close()
  await instance.stop()
})

const email = 'Hypatia.Theon@museion.example'
const details = {
  ...{ email, name: 'Hypatia Theon', phone: '+20 3 4839 999', country: 'Ptolemais' },
  ...{ region: 'Canopus', postcode: 'ZX-21526', notes: 'Leave it at the Serapeum' },
}
const personal = [
  ...['hypatia', 'theon@', 'museion', '4839 999', 'ptolemais'],
  ...['canopus', 'zx-21526', 'serapeum', 'philosopher'],
]

const run = (...args: string[]) => {
  const { dataDir } = instance
  return operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args)
}

/** Without an `Idempotency-Key`: replies to such requests are kept for a day. */
async function call<Body>(
  schema: z.ZodType<Body>,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<Body> {
  const { baseUrl, apiKeys } = instance.instance
  const headers = { authorization: `Bearer ${apiKeys.test}`, 'content-type': 'application/json' }
  const sent = body && { body: JSON.stringify(body) }
  const response = await fetch(`${baseUrl}/api/v1${path}`, { method, headers, ...sent })
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return schema.parse(JSON.parse(text))
}

async function found(): Promise<string[]> {
  const { dataDir } = instance
  const table = await openingTables({ dataDir, functionPrefix: undefined })(tableName)
  const rows = await storedTexts(table)
  return rows.filter((row) => personal.some((text) => row.includes(text)))
}

it('no row and no log line of an instance has anything of an erased customer', async () => {
  const { baseUrl, apiKeys, chains } = instance.instance
  const shop = merchant(baseUrl, apiKeys.test)
  await shop.createEndpoint(receiver.url)
  const customerEmail = email.toUpperCase()
  const metadata = { order: 'B-12', customer_name: 'Hypatia Theon', note: `for ${email}` }
  const created = await call(checkoutSession, '/checkout_sessions', {
    method: 'POST',
    body: { amount: { value: '5', currency: 'USD' }, customerEmail, metadata },
  })
  const { slug } = await shop.createLink('7.00')
  const { id } = await openLink(baseUrl, slug)
  await fetch(`${baseUrl}/api/checkout/sessions/${id}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(details),
  })
  const chainId = chains.find(({ mode }) => mode === 'test')?.chainId ?? 0
  await chooseCoin(baseUrl, id, { chainId, asset: 'ETH' })
  for (const session of [created, await shop.getSession(id)]) {
    await pay(localTarget(instance), session)
    await shop.reaches(session.id, 'paid')
  }
  await receiver.waitFor(
    (all) => all.filter(({ event }) => event.type === 'session.paid').length > 1,
  )
  const { data } = await call(customerPage, `/customers?email=${encodeURIComponent(email)}`)
  const customerId = data[0]?.id ?? ''
  await call(z.unknown(), `/customers/${customerId}`, {
    method: 'PATCH',
    body: { metadata: { name: 'Hypatia Theon', profession: 'philosopher' } },
  })
  await run('exports', 'start', '--mode', 'test')
  expect((await found()).length).toBeGreaterThan(10)

  await run('customers', 'erase', customerId)
  const begun = Date.now()
  // The instance dies, and continues what is due once it runs again.
  await eventually(Date.now, (now) => now > begun + 31_000)
  await instance.kill()
  await instance.restart()
  await eventually(found, (rows) => rows.length === 0, { what: 'the end of the erasure' })

  const again = merchant(instance.baseUrl, apiKeys.test)
  expect(await again.getSession(id)).toMatchObject({ status: 'paid', metadata: null })
  const placeholder = `erased+${customerId}@example.invalid`
  expect(await again.getSession(created.id)).toMatchObject({
    ...{ status: 'paid', customerEmail: placeholder, metadata: { order: 'B-12' } },
  })
  expect(await call(customerPage, '/customers')).toMatchObject({
    data: [{ id: customerId, email: placeholder, metadata: null }],
  })
  expect(JSON.parse(await run('search', 'hypatia', '--mode', 'test', '--json'))).toEqual({
    results: [],
  })
  const log = await readFile(join(instance.dataDir, 'logs', 'functions.log'), 'utf8')
  expect(log).toContain(customerId)
  expect(personal.filter((text) => log.toLowerCase().includes(text))).toEqual([])
}, 600_000)
