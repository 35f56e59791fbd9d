import { ServiceError } from '../domain/errors.ts'
import type { EventType } from '../domain/event.ts'
import { newId, type RandomBytes } from '../domain/ids.ts'
import type { Mode } from '../domain/mode.ts'
import type { Sealed } from '../domain/sealed.ts'
import { type WebhookEndpoint, webhookSecretContext } from '../domain/webhook-endpoint.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'
import { maxWebhookEndpoints, webhookEndpointCreation } from '../store/webhook-endpoints.ts'
import { requireWebhookUrl, type UrlRules } from '../webhooks/check-url.ts'
import { newWebhookSecret, secretPrefixOf } from '../webhooks/webhook-secret.ts'
import type { ExtraWrites, Raced } from './extra-writes.ts'

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
