import { createHmac } from 'node:crypto'

export type WebhookMessage = { eventId: string; body: string; at: Date }

const secretPrefix = 'whsec_'

/**
 * The headers of both signature schemes. Every secret signs, newest first: during a rotation there are two. The schemes
 * differ in the key: `X-Webhook-Signature` uses the whole secret as text, Standard Webhooks the base64-decoded bytes
 * after `whsec_`.
 */
export function signWebhook(
  { eventId, body, at }: WebhookMessage,
  secrets: readonly [string, ...string[]],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const own = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`)
  const standard = secrets.map(
    (secret) =>
      `v1,${hmac(keyBytes(secret), `${eventId}.${timestamp}.${body}`).toString('base64')}`,
  )
  return {
    'X-Webhook-Signature': [`t=${timestamp}`, ...own].join(','),
    'X-Webhook-Timestamp': timestamp,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

function hmac(key: string | Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function keyBytes(secret: string): Uint8Array {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64')
}
