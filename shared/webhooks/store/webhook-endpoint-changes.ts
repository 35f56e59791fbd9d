import * as z from 'zod'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import { update } from '../../kernel/store/writes.ts'
import type { InactiveReason, WebhookEndpoint } from '../rules/webhook-endpoint.ts'
import { webhookEndpointCodec } from './webhook-endpoints.ts'

type Identity = Pick<WebhookEndpoint, 'mode' | 'id'>
type Values = Partial<Omit<WebhookEndpoint, 'mode' | 'id' | 'createdAt'>>

const changesCodec = webhookEndpointCodec.partial()

/**
 * The write that changes some values of an endpoint. Its condition fails where the endpoint is gone, or where it does not
 * have the values that `onlyIf` names any more.
 */
export function webhookEndpointUpdate(
  { mode, id }: Identity,
  changes: Values,
  { onlyIf = {} }: { onlyIf?: Values } = {},
): Write {
  const expected = z.encode(changesCodec, onlyIf)
  return update(keys.webhookEndpoint(mode, id), z.encode(changesCodec, changes), expected)
}

/** The check that an endpoint takes nothing: it is switched off or gone. */
export function webhookEndpointOffCheck({ mode, id }: Identity): Write {
  return {
    ConditionCheck: {
      Key: keys.webhookEndpoint(mode, id),
      ConditionExpression: 'attribute_not_exists(pk) OR #active = :off',
      ExpressionAttributeNames: { '#active': 'active' },
      ExpressionAttributeValues: { ':off': false },
    },
  }
}

/**
 * Switches an endpoint off and keeps the reason; nothing happens where it is gone or has another URL by now, or for its
 * failures where it has begun anew since.
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

/** Notes since when an endpoint fails, or with null that it does not; nothing happens where it has another URL by now. */
export async function noteFailingSince(
  table: Table,
  endpoint: Identity & Pick<WebhookEndpoint, 'url'>,
  failingSince: Date | null,
): Promise<void> {
  const onlyIf = { url: endpoint.url }
  await transact(table, [webhookEndpointUpdate(endpoint, { failingSince }, { onlyIf })])
}
