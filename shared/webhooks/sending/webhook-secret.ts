import type { RandomBytes } from '../../kernel/ids.ts'

/** A signing secret as the merchant keeps it: `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. */
export function newWebhookSecret(randomBytes: RandomBytes): string {
  return `whsec_${Buffer.from(randomBytes(32)).toString('base64')}`
}

/** What may be shown of a secret, to tell it from others. */
export function secretPrefixOf(secret: string): string {
  return secret.slice(0, 12)
}
