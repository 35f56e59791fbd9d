import { validateHeaderName, validateHeaderValue } from 'node:http'
import * as z from 'zod'
import { isHopByHop } from './request-headers.ts'

export type GatewayResponse = {
  status: number
  headers: Readonly<Record<string, string | readonly string[]>>
  body: Uint8Array
}

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const proxyResponse = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
})

/** Converts a function's result to an HTTP response; undefined if it isn't a proxy response. */
export function readProxyResponse(payload: string): GatewayResponse | undefined {
  const parsed = proxyResponse.safeParse(JSON.parse(payload))
  if (!parsed.success) return undefined
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data
  const merged = responseHeaders(Object.entries({ ...headers, ...multiValueHeaders }))
  if (!merged) return undefined
  return {
    status: statusCode,
    headers: { 'Content-Type': 'application/json', ...merged },
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** Returns the headers to forward, with a normalized Content-Type; undefined if one is malformed. */
export function responseHeaders(
  lines: readonly (readonly [string, string | string[]])[],
): Record<string, string | string[]> | undefined {
  const kept = lines.filter(
    ([name]) => !isHopByHop(name) && name.toLowerCase() !== 'content-length',
  )
  if (!kept.every(isValid)) return undefined
  const typed = kept.map(([name, value]) => [isContentType(name) ? 'Content-Type' : name, value])
  return Object.fromEntries(typed)
}

function isContentType(name: string): boolean {
  return name.toLowerCase() === 'content-type'
}

function isValid([name, value]: readonly [string, string | string[]]): boolean {
  try {
    validateHeaderName(name)
    for (const line of [value].flat()) validateHeaderValue(name, line)
    return true
  } catch {
    return false
  }
}
