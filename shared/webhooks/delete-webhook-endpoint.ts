import { resourceNotFound } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { isId } from '../kernel/ids.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import type { WebhookEndpoint } from './rules/webhook-endpoint.ts'
import { webhookEndpointDeletion } from './store/webhook-endpoints.ts'

type Identity = Pick<WebhookEndpoint, 'mode' | 'id'>

const ownWrites = 2

/** Removes an endpoint for good: what it has not received by now it never will. Throws `resource_not_found`. */
export async function deleteWebhookEndpoint(
  { table }: { table: Table },
  endpoint: Identity,
  { extraWrites }: { extraWrites?: ExtraWrites<Identity> } = {},
): Promise<{ deleted: true } | Raced> {
  const { id } = endpoint
  if (!isId('webhookEndpoint', id)) throw resourceNotFound('webhook endpoint', id)
  const extra = (await extraWrites?.(endpoint)) ?? []
  const outcome = await transact(table, [...webhookEndpointDeletion(endpoint), ...extra])
  if (outcome.committed) return { deleted: true }
  if (outcome.failed.some(({ index }) => index >= ownWrites)) return { idempotencyRaced: true }
  throw resourceNotFound('webhook endpoint', id)
}
