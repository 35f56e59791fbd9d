import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { proxyEvent } from '../infra/local/gateway/proxy-event.ts'

export type PageCall = {
  /** With its parameters in braces. */
  path: string
  parameters: Record<string, string>
  headers?: Record<string, string>
  /** JSON unless it is text; none where it is left out. */
  body?: unknown
}

/** The event that API Gateway makes of what the checkout page's script posts. */
export function pageEvent({ path, parameters, headers, body }: PageCall): APIGatewayProxyEvent {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return proxyEvent(
    {
      requestId: randomUUID(),
      receivedAt: new Date(),
      viewer: { address: '203.0.113.7', port: 4711 },
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
