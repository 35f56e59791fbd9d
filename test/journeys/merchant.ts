import * as z from 'zod'
import {
  type CheckoutSession,
  type CreateCheckoutSessionBody,
  Quittance,
} from '../../sdk/src/index.ts'
import type { EventType } from '../../shared/records/outbox/rules/event.ts'
import { eventually } from '../eventually.ts'
import { localPace } from './target.ts'

type Status = CheckoutSession['status']

/** A merchant's back end, over HTTP only, with the merchants' client. */
export type Merchant = ReturnType<typeof merchant>

export function merchant(
  baseUrl: string,
  apiKey: string,
  { maxRetries = 2, ...pace }: typeof localPace & { maxRetries?: number } = localPace,
) {
  const { checkoutSessions, events, paymentLinks, webhookEndpoints } = new Quittance({
    baseUrl,
    apiKey,
    maxRetries,
    // The first call of a function builds it.
    timeoutMs: pace.deadlineMs,
  })
  const getSession = (id: string) => checkoutSessions.retrieve(id)
  return {
    createLink: (fiatAmount: string) => paymentLinks.create({ title: 'A journey', fiatAmount }),
    createSession: (body: CreateCheckoutSessionBody) => checkoutSessions.create(body),
    getSession,
    /** Resolves once the session has one of these statuses. Fails immediately if it ended in another. */
    reaches: (id: string, status: Status | readonly Status[], deadlineMs = pace.deadlineMs) =>
      eventually(
        () => getSession(id),
        (session) => isReached(session, [status].flat()),
        { ...pace, what: `session ${id} reaching ${status}`, deadlineMs },
      ),
    /** Types of the session's events, in the order of their sequence. */
    eventsOf: async (id: string) => {
      const found = await Array.fromAsync(events.list({ sessionId: id }))
      return found.toSorted((a, b) => a.data.sequence - b.data.sequence).map(({ type }) => type)
    },
    eventsSince: (since: string) => events.since(since),
    createEndpoint: (url: string, events: readonly EventType[] = []) =>
      webhookEndpoints.create({ url, ...(events.length && { events: [...events] }) }),
    deleteEndpoint: (id: string) => webhookEndpoints.delete(id),
  }
}

const ends: readonly Status[] = ['paid', 'paid_late', 'overpaid', 'failed']

function isReached(session: { id: string; status: Status }, wanted: readonly Status[]): boolean {
  if (wanted.includes(session.status)) return true
  if (!ends.includes(session.status)) return false
  throw new Error(`session ${session.id} ended ${session.status}, not ${wanted.join(' or ')}`)
}

/** Opens a session from a link the way the page's script does. */
export async function openLink(baseUrl: string, slug: string): Promise<{ id: string }> {
  return post(`${baseUrl}/api/checkout/links/${slug}/sessions`, {})
}

/** Chooses what to pay in, as the page's coin picker does. */
export async function chooseCoin(
  baseUrl: string,
  id: string,
  choice: { chainId: number; asset: string },
): Promise<void> {
  await post(`${baseUrl}/api/checkout/sessions/${id}/asset`, choice)
}

async function post(url: string, input: object): Promise<{ id: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(body)}`)
  return z.object({ id: z.string() }).parse(body)
}
