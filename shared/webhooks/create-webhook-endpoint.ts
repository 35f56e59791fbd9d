import type { EventType } from '../events/rules/event.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { newId, type RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { type WebhookEndpoint, webhookSecretContext } from './rules/webhook-endpoint.ts'
import { requireWebhookUrl, type UrlRules } from './sending/check-url.ts'
import { newWebhookSecret, secretPrefixOf } from './sending/webhook-secret.ts'
import { maxWebhookEndpoints, webhookEndpointCreation } from './store/webhook-endpoints.ts'

export type CreateWebhookEndpointDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
  urlRules: UrlRules
}

export type CreateWebhookEndpoint = { mode: Mode; url: string; events: readonly EventType[] }

/** The endpoint and its secret, which is never shown again. */
export type CreatedWebhookEndpoint = { endpoint: WebhookEndpoint; secret: string }

const ownWrites = 2

/**
 * Creates an active endpoint with a secret of its own. Throws `parameter_invalid` for a URL that cannot be public, and
 * where the mode has its full number of endpoints.
 */
export async function createWebhookEndpoint(
  deps: CreateWebhookEndpointDeps,
  input: CreateWebhookEndpoint,
  { extraWrites }: { extraWrites?: ExtraWrites<CreatedWebhookEndpoint> } = {},
): Promise<CreatedWebhookEndpoint | Raced> {
  requireWebhookUrl(input.url, deps.urlRules)
  const created = await newEndpoint(deps, input)
  const extra = (await extraWrites?.(created)) ?? []
  const writes = [...webhookEndpointCreation(created.endpoint), ...extra]
  const outcome = await transact(deps.table, writes)
  if (outcome.committed) return created
  if (outcome.failed.some(({ index }) => index >= ownWrites)) return { idempotencyRaced: true }
  throw new ServiceError(
    'parameter_invalid',
    `There are ${maxWebhookEndpoints} webhook endpoints in ${input.mode} mode, which is the most; delete one first.`,
  )
}

async function newEndpoint(
  { now, randomBytes, sealSecret }: CreateWebhookEndpointDeps,
  { mode, url, events }: CreateWebhookEndpoint,
): Promise<CreatedWebhookEndpoint> {
  const createdAt = now()
  const id = newId('webhookEndpoint', createdAt, randomBytes)
  const secret = newWebhookSecret(randomBytes)
  const endpoint = {
    id,
    mode,
    url,
    events: [...new Set(events)],
    active: true,
    secret: await sealSecret(secret, webhookSecretContext({ mode, id })),
    secretPrefix: secretPrefixOf(secret),
    previousSecrets: [],
    inactiveReason: null,
    inactiveSince: null,
    failingSince: null,
    createdAt,
  }
  return { endpoint, secret }
}
