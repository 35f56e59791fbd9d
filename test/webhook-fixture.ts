import { newId, type RandomBytes } from '../shared/kernel/ids.ts'
import { commit } from '../shared/kernel/operation/commit.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import {
  type ChangeEndpointServices,
  decideEndpointChange,
  type EndpointChanges,
} from '../shared/merchant/webhooks/endpoints/change-webhook-endpoint.ts'
import { secretPrefixOf } from '../shared/merchant/webhooks/sending/webhook-secret.ts'
import { checkoutSessionExample } from '../shared/payments/checkout-sessions/wire/checkout-session-example.ts'
import type { Event } from '../shared/records/outbox/rules/event.ts'
import {
  newDelivery,
  type WebhookDelivery,
} from '../shared/records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../shared/records/outbox/rules/webhook-endpoint.ts'
import { deliveryWrite } from '../shared/records/outbox/store/deliveries.ts'
import { eventCreation } from '../shared/records/outbox/store/events.ts'
import { webhookEndpointCreation } from '../shared/records/outbox/store/webhook-endpoints.ts'
import { type Named, ofItsMode } from '../shared/records/settings/shared-operation.ts'

export const webhookSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** A stand-in for encrypted text, for tests that decrypt nothing. */
export function sealedText(text: string) {
  return { wrappedKey: 'AA==', iv: 'AA==', ciphertext: btoa(text), tag: 'AA==' }
}

export function aWebhookEndpoint(
  { url, at }: { url: string; at: Date },
  randomBytes: RandomBytes,
  changes: Partial<WebhookEndpoint> = {},
): WebhookEndpoint {
  return {
    id: newId('webhookEndpoint', at, randomBytes),
    mode: 'test',
    url,
    events: ['session.paid'],
    active: true,
    secret: sealedText(webhookSecret),
    secretPrefix: secretPrefixOf(webhookSecret),
    previousSecrets: [],
    inactiveReason: null,
    inactiveSince: null,
    failingSince: null,
    createdAt: at,
    ...changes,
  }
}

/** Stores an endpoint, without counting it. */
export async function saveEndpoint(table: Table, endpoint: WebhookEndpoint): Promise<void> {
  const [, creation] = webhookEndpointCreation(endpoint)
  await transact(table, [creation])
}

/** Commits an event and its delivery to the endpoint. */
export async function saveDelivery(
  table: Table,
  { endpoint, at }: { endpoint: Pick<WebhookEndpoint, 'id' | 'mode' | 'active'>; at: Date },
  randomBytes: RandomBytes,
): Promise<WebhookDelivery> {
  const event: Event = {
    id: newId('event', at, randomBytes),
    mode: endpoint.mode,
    type: 'session.paid',
    sessionId: 'cs_1',
    data: { ...checkoutSessionExample, id: 'cs_1', sequence: 2, metadata: { name: 'Zoë' } },
    createdAt: at,
  }
  const delivery = newDelivery({ event, endpoint }, at, randomBytes)
  await transact(table, [eventCreation(event), deliveryWrite(delivery)])
  return delivery
}

/** Changes an endpoint as its merchant does. */
export function changeWebhookEndpoint(
  services: ChangeEndpointServices,
  endpoint: Pick<WebhookEndpoint, 'mode' | 'id'>,
  changes: Omit<EndpointChanges, keyof Named>,
) {
  return commit(services.table, () =>
    decideEndpointChange(services, { ...ofItsMode(endpoint), ...changes }),
  )
}
