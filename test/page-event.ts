import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { proxyEvent } from '../infra/local/gateway/proxy-event.ts'

export type PageCall = {
  /** The route, with its parameters in braces. */
  path: string
  parameters: Record<string, string>
  headers?: Record<string, string>
  /** JSON unless it is text; no body if omitted. */
  body?: unknown
}

/** The event that API Gateway sends for a POST of the checkout page. */
export function pageEvent({ path, parameters, headers, body }: PageCall): APIGatewayProxyEvent {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return proxyEvent(
    {
      requestId: randomUUID(),
      receivedAt: new Date(),
      viewer: { address: '203.0.113.7' },
      method: 'POST',
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? ''),
      query: new URLSearchParams(),
      headers: Object.entries(headers ?? (text && { 'content-type': 'application/json' }) ?? {}),
      body: Buffer.from(text ?? ''),
    },
    { method: 'POST', resource: path, functionName: 'under-test', streaming: false },
    parameters,
  )
}
