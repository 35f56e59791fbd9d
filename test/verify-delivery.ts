import { createHmac, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A delivery as a receiver gets it: header names in lower case, and the raw body. */
export type RawDelivery = { headers: Record<string, string>; rawBody: string }

const toleranceSeconds = 300

/**
 * Verifies `X-Webhook-Signature` as a merchant would by the API's documentation. Throws if it is invalid.
 */
export function verifyOwnHeaders({ headers, rawBody }: RawDelivery, secret: string, now: Date) {
  const pairs = (headers['x-webhook-signature'] ?? '').split(',').map((part) => part.split('='))
  const timestamp = pairs.find(([name]) => name === 't')?.[1]
  if (timestamp === undefined) throw new Error('X-Webhook-Signature has no t')
  if (headers['x-webhook-timestamp'] !== timestamp) throw new Error('the two timestamps differ')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new Error('the timestamp is more than 300 seconds away')
  }
  const expected = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest()
  const given = pairs
    .filter(([name]) => name === 'v1')
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex'))
  if (
    !given.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected))
  ) {
    throw new Error('no signature in X-Webhook-Signature matches')
  }
}

/** Verifies the second set of headers with the official library. Throws if it is invalid. */
export function verifyStandardHeaders({ headers, rawBody }: RawDelivery, secret: string): void {
  new Webhook(secret).verify(rawBody, headers)
}
