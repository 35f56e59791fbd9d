import { resourceNotFound } from '../../../kernel/errors.ts'
import { findInModes } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import type { Named } from '../../../records/settings/shared-operation.ts'

/** The endpoint that is asked for (consistent). Throws `resource_not_found`. */
export async function requireEndpoint(
  table: Table,
  { modes, id }: Named,
): Promise<WebhookEndpoint> {
  const endpoint = await findInModes(modes, (mode) => loadWebhookEndpoint(table, mode, id))
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  return endpoint
}
