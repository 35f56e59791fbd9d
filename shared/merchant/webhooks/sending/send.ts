import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { guardedLookup } from '../../../http/client/address-guard.ts'
import { checkPublicUrl, type UrlRules } from '../../../http/client/check-url.ts'
import { publicResolver, type Resolve, resolveLocally } from '../../../http/client/resolve-name.ts'
import { type AttemptOutcome, isSuccess } from '../../../records/outbox/rules/delivery-attempt.ts'
import { boundBytes } from './bound-bytes.ts'
import { failedOutcome } from './failed-outcome.ts'
import { keptHeaders } from './kept-headers.ts'

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

export type SendOptions = UrlRules & {
  /** For everything: name, connection, TLS, request, the complete response. */
  timeoutMs: number
  resolve?: Resolve
  /** Certificates to trust instead of the system's. */
  ca?: string
}

const resolvePublicly = publicResolver()

const readBytes = 64 * 1024
const keptBytes = 4 * 1024
/** Including headers and chunk framing: `readBytes` in chunks of one byte need six times as many. */
const maxBytes = 1024 * 1024

/**
 * Node gives up each address but the last after 250 ms, too soon for a distant receiver or a lost packet. The types of
 * `node:http` lack this option of `node:net`.
 */
const patience = { autoSelectFamilyAttemptTimeout: 5_000 }

/**
 * Posts a webhook, to public addresses only, and returns the outcome; never throws for what a receiver does. Follows no
 * redirects and shares no connections. Reads at most 64 KiB of the response and keeps the first 4 KiB; of a refusal,
 * some headers, too.
 */
export async function sendWebhook(
  request: WebhookRequest,
  options: SendOptions,
): Promise<AttemptOutcome> {
  const checked = checkPublicUrl(request.url, options)
  if (!checked.ok) {
    return { kind: 'failed', error: 'address_refused', message: checked.message }
  }
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const response = await post(request, { ...options, ...checked, signal })
    const body = await readStart(response)
    const { statusCode = 0, headers } = response
    const kept = isSuccess(statusCode) ? undefined : keptHeaders(headers)
    return { kind: 'responded', statusCode, body, ...(kept && { headers: kept }) }
  } catch (error) {
    return failedOutcome(error, { timedOut: signal.aborted })
  }
}

type PostOptions = SendOptions & { url: URL; loopback: boolean; signal: AbortSignal }

function post(
  { headers, body }: WebhookRequest,
  { url, loopback, signal, ca, resolve = loopback ? resolveLocally : resolvePublicly }: PostOptions,
): Promise<IncomingMessage> {
  const bytes = Buffer.from(body)
  return new Promise((responded, failed) => {
    const client = url.protocol === 'https:' ? https : http
    const request = client.request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': bytes.length },
      lookup: guardedLookup(resolve, { loopback }),
      ...patience,
      signal,
      // A new connection each time: no receiver gets another's socket, and each address is checked.
      agent: false,
      // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED could disable it.
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
    })
    boundBytes(request, maxBytes)
    request.once('response', responded)
    request.on('error', failed)
    // A receiver that switches protocols ends the request with neither a response nor an error.
    request.once('close', () => failed(new Error('the connection closed without a response')))
    request.end(bytes)
  })
}

/** Leaving the loop destroys the connection, so a receiver cannot make us read more. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= readBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptBytes))
}
