import type { AttemptBody } from '../../shared/merchant/webhooks/wire/delivery.ts'

export function attemptResult({ state, statusCode, error, message }: AttemptBody): string {
  if (statusCode !== null) return `${state}, ${statusCode}`
  if (error !== null) return `${state}, ${error}: ${message}`
  return state === 'interrupted' ? 'interrupted; it will be retried' : 'in flight'
}
