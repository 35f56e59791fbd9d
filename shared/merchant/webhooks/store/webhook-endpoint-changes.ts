import * as z from 'zod'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { update } from '../../../kernel/store/writes.ts'
import type {
  InactiveReason,
  WebhookEndpoint,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import { outboxKeys } from '../../../records/outbox/store/keys.ts'
import { webhookEndpointCodec } from '../../../records/outbox/store/webhook-endpoints.ts'

type Identity = Pick<WebhookEndpoint, 'mode' | 'id'>
type Values = Partial<Omit<WebhookEndpoint, 'mode' | 'id' | 'createdAt'>>

const changesCodec = webhookEndpointCodec.unwrap().partial()

/**
 * The write that changes some values of an endpoint. Its condition fails if the endpoint is gone, or no longer has the
 * values in `onlyIf`.
 */
export function webhookEndpointUpdate(
  { mode, id }: Identity,
  changes: Values,
  { onlyIf = {} }: { onlyIf?: Values } = {},
): Write {
  const expected = z.encode(changesCodec, onlyIf)
  return update(outboxKeys.webhookEndpoint(mode, id), z.encode(changesCodec, changes), expected)
}

/** The check that an endpoint is disabled or deleted. */
export function webhookEndpointDisabledCheck({ mode, id }: Identity): Write {
  return {
    ConditionCheck: {
      Key: outboxKeys.webhookEndpoint(mode, id),
      ConditionExpression: 'attribute_not_exists(pk) OR #active = :off',
      ExpressionAttributeNames: { '#active': 'active' },
      ExpressionAttributeValues: { ':off': false },
    },
  }
}

/**
 * Disables an endpoint and stores the reason. Nothing happens if it is gone, has another URL by now, or, when disabled
 * for its failures, has had a success since.
 */
export async function deactivateWebhookEndpoint(
  table: Table,
  { mode, id, url, failingSince }: Identity & Pick<WebhookEndpoint, 'url' | 'failingSince'>,
  { reason, at }: { reason: InactiveReason; at: Date },
): Promise<void> {
  const endpoint = { mode, id }
  const changes = { active: false, inactiveReason: reason, inactiveSince: at }
  const onlyIf = { url, active: true, ...(reason === 'only_failures' && { failingSince }) }
  await transact(table, [webhookEndpointUpdate(endpoint, changes, { onlyIf })])
}

/** Saves since when an endpoint fails, or null if it doesn't. Nothing happens if it has another URL by now. */
export async function noteFailingSince(
  table: Table,
  endpoint: Identity & Pick<WebhookEndpoint, 'url'>,
  failingSince: Date | null,
): Promise<void> {
  const onlyIf = { url: endpoint.url }
  await transact(table, [webhookEndpointUpdate(endpoint, { failingSince }, { onlyIf })])
}
