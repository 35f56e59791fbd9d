import type { RandomBytes } from '../../../kernel/ids.ts'

/** A signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(randomBytes: RandomBytes): string {
  return `whsec_${Buffer.from(randomBytes(32)).toString('base64')}`
}

/** The part of a secret that can be shown, to distinguish it from others. */
export function secretPrefixOf(secret: string): string {
  return secret.slice(0, 12)
}
