import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import {
  type CheckoutSessionBody,
  checkoutSession,
} from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import type { RunningInstance } from '../test/instance.ts'

const againMs = 300
const responseMs = 10_000
/** Much longer than any outage. */
const patienceMs = 180_000

const page = z.object({ data: z.array(z.unknown()), nextCursor: z.string().nullable() })

const event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ id: z.string(), sequence: z.int() }),
})

export type SoakEvent = z.infer<typeof event>
export type Shop = ReturnType<typeof openShop>

/** A merchant's back end that retries every request until it gets a response. */
export function openShop({ instance }: { instance: () => RunningInstance }) {
  async function attempt(method: string, path: string, options: { key: string; body?: unknown }) {
    const { baseUrl, apiKeys } = instance().instance
    const { key, body } = options
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKeys.test}`,
        'content-type': 'application/json',
        ...(method === 'POST' && { 'idempotency-key': key }),
      },
      signal: AbortSignal.timeout(responseMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const result: unknown = await response.json()
    return { status: response.status, result }
  }

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const key = randomUUID()
    const until = Date.now() + patienceMs
    for (;;) {
      const done = await attempt(method, path, { key, body }).catch(() => undefined)
      if (done && done.status < 300) return done.result
      const isFinal = Date.now() > until || (done && done.status < 500)
      if (isFinal) throw new Error(`${path}: ${JSON.stringify(done?.result)}`)
      await setTimeout(againMs)
    }
  }

  async function all(path: string): Promise<unknown[]> {
    const found: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `limit=100${cursor && `&starting_after=${cursor}`}`
      const { data, nextCursor } = page.parse(await call('GET', `${path}?${query}`))
      found.push(...data)
      cursor = nextCursor
    }
    return found
  }

  return {
    openSession: async (
      label: string,
      choice: { chainId?: number; asset?: string } = {},
    ): Promise<CheckoutSessionBody> =>
      checkoutSession.parse(
        await call('POST', '/checkout_sessions', {
          ...choice,
          amount: { value: '25.00', currency: 'USD' },
          metadata: { label },
        }),
      ),
    session: async (id: string): Promise<CheckoutSessionBody> =>
      checkoutSession.parse(await call('GET', `/checkout_sessions/${id}`)),
    openEndpoint: async (url: string) =>
      z.object({ secret: z.string() }).parse(await call('POST', '/webhook_endpoints', { url })),
    sessions: async () => z.array(checkoutSession).parse(await all('/checkout_sessions')),
    events: async (): Promise<SoakEvent[]> => z.array(event).parse(await all('/events')),
  }
}
