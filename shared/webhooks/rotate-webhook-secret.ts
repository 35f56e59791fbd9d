import { resourceNotFound, ServiceError } from '../kernel/errors.ts'
import type { RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import {
  rotatedSecrets,
  type WebhookEndpoint,
  webhookSecretContext,
} from './rules/webhook-endpoint.ts'
import { newWebhookSecret, secretPrefixOf } from './sending/webhook-secret.ts'
import { webhookEndpointUpdate } from './store/webhook-endpoint-changes.ts'
import { loadWebhookEndpoint } from './store/webhook-endpoints.ts'

export type RotateWebhookSecretDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
}

/** The endpoint and its new secret, which is never shown again. */
export type RotatedWebhookSecret = { endpoint: WebhookEndpoint; secret: string }

/**
 * Gives an endpoint a new secret; the one before signs beside it for 24 hours. Throws `resource_not_found`, or
 * `state_changed` where somebody else rotates at the same moment.
 */
export async function rotateWebhookSecret(
  { table, now, randomBytes, sealSecret }: RotateWebhookSecretDeps,
  { mode, id }: { mode: Mode; id: string },
): Promise<RotatedWebhookSecret> {
  const endpoint = await loadWebhookEndpoint(table, mode, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  const secret = newWebhookSecret(randomBytes)
  const sealed = await sealSecret(secret, webhookSecretContext(endpoint))
  const changes = {
    ...rotatedSecrets(endpoint, { secret: sealed, at: now() }),
    secretPrefix: secretPrefixOf(secret),
  }
  const onlyIf = { secretPrefix: endpoint.secretPrefix }
  const outcome = await transact(table, [webhookEndpointUpdate(endpoint, changes, { onlyIf })])
  if (outcome.committed) return { endpoint: { ...endpoint, ...changes }, secret }
  throw new ServiceError(
    'state_changed',
    `The secret of webhook endpoint ${id} was changed at the same moment. Look which one it has.`,
  )
}
