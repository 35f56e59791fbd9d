import type { Mode } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { refuseWebhook } from '../rules/webhook-refusals.ts'

/** Throws `state_changed` if the endpoint is deleted or disabled. */
export async function requireActiveEndpoint(
  table: Table,
  { mode, endpointId }: { mode: Mode; endpointId: string },
): Promise<void> {
  const endpoint = await loadWebhookEndpoint(table, mode, endpointId)
  if (endpoint) return requireActive(endpoint)
  throw refuseWebhook('endpoint_deleted', { id: endpointId })
}

/** Throws `state_changed` if it is disabled. */
export function requireActive({ id, active }: WebhookEndpoint): void {
  if (!active) throw refuseWebhook('endpoint_disabled', { id })
}
