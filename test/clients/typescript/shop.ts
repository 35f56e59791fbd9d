import { setTimeout } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

// What a shop's server does, with `openapi-fetch` and the types that `openapi-typescript` made.
// `shop.ts create` prints the id of a new session; `shop.ts wait ID` returns once it is paid.

type CheckoutSession = components['schemas']['CheckoutSession']
type CreateCheckoutSessionBody = components['schemas']['CreateCheckoutSessionBody']
type SessionStatus = components['schemas']['SessionStatus']

// biome-ignore lint/style/noProcessEnv: a program of its own, configured as shops' are
const { QUITTANCE_URL, QUITTANCE_API_KEY } = process.env

const client = createClient<paths>({
  baseUrl: `${QUITTANCE_URL}/api/v1`,
  headers: { Authorization: `Bearer ${QUITTANCE_API_KEY}` },
})

async function create(): Promise<void> {
  const body: CreateCheckoutSessionBody = {
    amount: { value: '10.00', currency: 'USD' },
    customerEmail: 'ada@example.com',
    metadata: { order: '1001' },
  }
  const { data, error } = await client.POST('/checkout_sessions', {
    params: { header: { 'Idempotency-Key': 'order-typescript-1001' } },
    body,
  })
  if (error) throw new Error(`${error.error.code}: ${error.error.message}`)
  process.stdout.write(`${ofOrder(data).id}\n`)
}

async function wait(id: string): Promise<void> {
  const deadline = Date.now() + 90_000
  let status: SessionStatus | undefined
  while (status !== 'paid') {
    if (Date.now() > deadline) throw new Error(`${id} is still ${status}`)
    await setTimeout(200)
    const { data, error } = await client.GET('/checkout_sessions/{id}', {
      params: { path: { id } },
    })
    if (error) throw new Error(`${error.error.code}: ${error.error.message}`)
    status = ofOrder(data).status
  }
}

function ofOrder(session: CheckoutSession): CheckoutSession {
  if (session.metadata?.['order'] === '1001') return session
  throw new Error(`${session.id} is of another order`)
}

const [task, id = ''] = process.argv.slice(2)
await (task === 'create' ? create() : wait(id))
