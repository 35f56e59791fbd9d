import type { Event } from './generated/types.ts'

/** Headers from `fetch`, Node, Express or Lambda; names are case-insensitive. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyOptions = {
  /** The maximum difference between the message's time and now. Default 300. */
  toleranceSeconds?: number
  now?: () => Date
}

/** A message that can't be trusted. Respond with 400, and change nothing. */
export class WebhookVerificationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WebhookVerificationError'
  }
}

type Proof = { timestamp: string; signed: string; signatures: Uint8Array<ArrayBuffer>[]; key: Key }
type Key = (secret: string) => Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** Creates a verifier for webhook messages, with its own clock and tolerance. */
export function webhookVerifier({
  toleranceSeconds = 300,
  now = () => new Date(),
}: VerifyOptions = {}) {
  return {
    /**
     * Returns the event of a webhook message with a valid signature and time. `rawBody` is the unparsed body. Pass several
     * secrets while one is being rotated. Throws `WebhookVerificationError`.
     */
    async verify(
      rawBody: string | Uint8Array,
      headers: WebhookHeaders,
      secret: string | readonly string[],
    ): Promise<Event> {
      const body = textOf(rawBody)
      const proof = proofIn(headers, body)
      const ageSeconds = now().getTime() / 1000 - Number(proof.timestamp)
      if (!/^\d{1,12}$/.test(proof.timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
        throw new WebhookVerificationError(
          'The message is too old or too new. It may be a replay, or the clock of this server is wrong.',
        )
      }
      for (const one of typeof secret === 'string' ? [secret] : secret) {
        if (await isValid(proof, one)) return eventIn(body)
      }
      throw new WebhookVerificationError(
        'No signature is valid. Check that the secret belongs to this endpoint, and that the body is unchanged.',
      )
    },
  }
}

function eventIn(body: string): Event {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new WebhookVerificationError('The signature is valid, but the body is not JSON.', {
      cause,
    })
  }
}

function textOf(rawBody: unknown): string {
  if (typeof rawBody === 'string') return rawBody
  if (rawBody instanceof Uint8Array) return new TextDecoder().decode(rawBody)
  throw new WebhookVerificationError(
    'rawBody must be the raw body, as text or bytes. Disable the JSON parser for this route.',
  )
}

/** Either header set is sufficient. */
function proofIn(headers: WebhookHeaders, body: string): Proof {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const standard = headerOf(headers, 'webhook-signature')
  if (id && timestamp && standard) {
    return {
      timestamp,
      signed: `${id}.${timestamp}.${body}`,
      signatures: partsAfter(standard.split(' '), 'v1,').map(fromBase64),
      key: (secret) => fromBase64(secret.replace(/^whsec_/, '')),
    }
  }
  return ownProofIn(headers, body)
}

function ownProofIn(headers: WebhookHeaders, body: string): Proof {
  const signature = headerOf(headers, 'x-webhook-signature')
  const timestamp = headerOf(headers, 'x-webhook-timestamp')
  if (!signature || !timestamp) {
    throw new WebhookVerificationError(
      'The signature headers are missing. The message is not from Quittance, or a proxy removed them.',
    )
  }
  return {
    timestamp,
    signed: `${timestamp}.${body}`,
    signatures: partsAfter(signature.split(','), 'v1=').map(fromHex),
    key: (secret) => encoder.encode(secret),
  }
}

async function isValid({ signed, signatures, key }: Proof, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = key(secret)
  if (bytes.length === 0) {
    throw new WebhookVerificationError('The secret is empty or not a webhook secret (whsec_…).')
  }
  const hmac = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const data = encoder.encode(signed)
  for (const signature of signatures) {
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', hmac, signature, data)) return true
  }
  return false
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

function partsAfter(parts: readonly string[], prefix: string): string[] {
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
}

/** Returns no bytes if the text isn't base64, so that no signature is valid. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 === 1) return new Uint8Array()
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return new Uint8Array()
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
