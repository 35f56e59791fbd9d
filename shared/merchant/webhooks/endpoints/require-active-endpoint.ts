import { ServiceError } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'

/** Throws `state_changed` if the endpoint is deleted or disabled. */
export async function requireActiveEndpoint(
  table: Table,
  { mode, endpointId }: { mode: Mode; endpointId: string },
): Promise<void> {
  const endpoint = await loadWebhookEndpoint(table, mode, endpointId)
  if (endpoint) return requireActive(endpoint)
  const message = `The webhook endpoint ${endpointId} is deleted.`
  throw new ServiceError('state_changed', message)
}

/** Throws `state_changed` if it is disabled. */
export function requireActive({ id, active }: WebhookEndpoint): void {
  if (!active) throw endpointDisabled(id)
}

export function endpointDisabled(id: string): ServiceError {
  return new ServiceError(
    'state_changed',
    `The webhook endpoint ${id} is disabled. Enable it first.`,
  )
}
