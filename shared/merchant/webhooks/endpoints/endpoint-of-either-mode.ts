import { resourceNotFound } from '../../../kernel/errors.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { findWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'

/** The endpoint that an operator names: ids are unique across modes. Throws `resource_not_found`. */
export async function endpointOfEitherMode(table: Table, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findWebhookEndpoint(table, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  return endpoint
}
