import type * as z from 'zod'
import { endpoints } from '../../../shared/openapi/endpoints.ts'

export type Merchant = ReturnType<typeof merchant>

/** What a merchant's back end does: calls the API with its key. */
export function merchant({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  const { createPaymentLink, createCheckoutSession, getCheckoutSession } = endpoints
  const { createWebhookEndpoint, getWebhookEndpoint } = endpoints
  const call = <Answer>(request: Request, schema: z.ZodType<Answer>) => answerOf(request, schema)
  const at = (path: string, init: RequestInit = {}) =>
    new Request(`${baseUrl}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    })
  const post = (path: string, body: unknown) =>
    at(path, { method: 'POST', body: JSON.stringify(body) })
  return {
    createLink: (body: { title: string; description: string; fiatAmount: string }) =>
      call(post(createPaymentLink.path, body), createPaymentLink.response),
    createSession: (body: { amount: { value: string; currency: string }; asset: string }) =>
      call(post(createCheckoutSession.path, body), createCheckoutSession.response),
    getSession: (id: string) =>
      call(at(getCheckoutSession.path.replace('{id}', id)), getCheckoutSession.response),
    createEndpoint: (body: { url: string }) =>
      call(post(createWebhookEndpoint.path, body), createWebhookEndpoint.response),
    getEndpoint: (id: string) =>
      call(at(getWebhookEndpoint.path.replace('{id}', id)), getWebhookEndpoint.response),
  }
}

/** The parsed answer; anything but success is thrown with what the service said. */
export async function answerOf<Answer>(
  request: Request,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const response = await fetch(request)
  const text = await response.text()
  if (!response.ok) {
    const path = new URL(request.url).pathname
    throw new Error(`${request.method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
  }
  return schema.parse(JSON.parse(text))
}
