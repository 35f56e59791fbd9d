import type { WebhookRequest } from './send.ts'
import { signWebhook, type WebhookMessage } from './sign.ts'

/** The request that brings a message to a URL, signed with each of the secrets, newest first. */
export function signedRequest(
  message: WebhookMessage & { url: string },
  secrets: readonly [string, ...string[]],
): WebhookRequest {
  const { url, body } = message
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Quittance-Webhooks/1',
    ...signWebhook(message, secrets),
  }
  return { url, headers, body }
}
