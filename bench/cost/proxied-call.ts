import { functions } from '../../infra/functions.ts'
import { proxyEvent } from '../../infra/local/gateway/proxy-event.ts'

export type Call = {
  parameters?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** The event of a request to a function with a route, as API Gateway makes it. */
export function eventOf(name: string, { parameters = {}, headers = {}, body }: Call) {
  const trigger = functions[name]?.trigger
  if (trigger?.kind !== 'route') throw new Error(`${name} has no route`)
  const { method, path } = trigger
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all = { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers }
  return proxyEvent(
    {
      requestId: crypto.randomUUID(),
      receivedAt: new Date(),
      viewer: { address: '203.0.113.7' },
      method,
      path: path.replace(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter] ?? ''),
      query: new URLSearchParams(),
      headers: Object.entries(all),
      body: Buffer.from(text ?? ''),
    },
    { method, resource: path, functionName: name, streaming: false },
    parameters,
  )
}

/** The body of its response. Throws if it is an error, because a scenario expects none. */
export function bodyOf(name: string, response: unknown): string {
  const isResponse = typeof response === 'object' && response !== null && 'statusCode' in response
  if (!isResponse || !('body' in response)) throw new Error(`${name} did not respond`)
  const { statusCode, body } = response
  if (Number(statusCode) >= 400) throw new Error(`${name}: ${statusCode} ${body}`)
  return String(body ?? '')
}
