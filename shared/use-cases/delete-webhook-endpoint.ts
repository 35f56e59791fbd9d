import { resourceNotFound } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'
import { webhookEndpointDeletion } from '../store/webhook-endpoints.ts'
import type { ExtraWrites, Raced } from './extra-writes.ts'

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
