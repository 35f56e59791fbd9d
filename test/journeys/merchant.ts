import * as z from 'zod'
import { checkoutSession } from '../../shared/contract/checkout-session.ts'
import type { sessionStatuses } from '../../shared/domain/checkout-session.ts'
import { eventually } from '../eventually.ts'

type Status = (typeof sessionStatuses)[number]

/** What a merchant's back end does, over HTTP only. */
export type Merchant = ReturnType<typeof merchant>

export function merchant(baseUrl: string, apiKey: string) {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const getSession = async (id: string) =>
    checkoutSession.parse(await call('GET', `/checkout_sessions/${id}`))
  return {
    createLink: async (fiatAmount: string) =>
      z
        .object({ id: z.string(), slug: z.string() })
        .parse(await call('POST', '/payment_links', { title: 'A journey', fiatAmount })),
    createSession: async (body: unknown) =>
      checkoutSession.parse(await call('POST', '/checkout_sessions', body)),
    getSession,
    /** The session once it has the status; fails at once where it got into a status that cannot lead there. */
    reaches: (id: string, status: Status, deadlineMs?: number) =>
      eventually(
        () => getSession(id),
        (session) => session.status === status,
        { what: `session ${id} reaching ${status}`, ...(deadlineMs && { deadlineMs }) },
      ),
    createEndpoint: async (url: string) =>
      z
        .object({ id: z.string(), secret: z.string() })
        .parse(await call('POST', '/webhook_endpoints', { url })),
  }
}

/** Opens a session from a link the way the page's script does. */
export async function openLink(baseUrl: string, slug: string): Promise<{ id: string }> {
  const response = await fetch(`${baseUrl}/api/checkout/links/${slug}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`opening ${slug}: ${JSON.stringify(body)}`)
  return z.object({ id: z.string() }).parse(body)
}
