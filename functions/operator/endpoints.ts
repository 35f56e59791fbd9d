import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import * as z from 'zod'
import {
  presentEndpointHealth,
  presentOperatedEndpoint,
} from '../../shared/contract/endpoint-health.ts'
import { resourceNotFound } from '../../shared/domain/errors.ts'
import { modes } from '../../shared/domain/mode.ts'
import type { WebhookEndpoint } from '../../shared/domain/webhook-endpoint.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { listAttemptsAtEndpoint } from '../../shared/store/delivery-attempts.ts'
import { openTable } from '../../shared/store/table.ts'
import { findWebhookEndpoint, listWebhookEndpoints } from '../../shared/store/webhook-endpoints.ts'
import { enableWebhookEndpoint } from '../../shared/use-cases/enable-webhook-endpoint.ts'
import { rotateWebhookSecret } from '../../shared/use-cases/rotate-webhook-secret.ts'
import { changeWebhookEndpoint } from '../../shared/use-cases/update-webhook-endpoint.ts'
import { seal } from '../../shared/wallet/seal.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const id = z.string()

const input = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('list'), mode: z.enum(modes) }),
  z.strictObject({ command: z.literal('show'), id }),
  z.strictObject({ command: z.literal('enable'), id }),
  z.strictObject({ command: z.literal('disable'), id }),
  z.strictObject({ command: z.literal('rotate'), id }),
])

const now = () => new Date()
const table = openTable(config('TABLE_NAME'))
const vault = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'app-secrets' }
const deps = {
  table,
  now,
  randomBytes,
  urlRules: { allowLoopback: config('WEBHOOK_ALLOW_LOOPBACK') === 'on' },
  sealSecret: (secret: string, context: Record<string, string>) => seal(vault, secret, context),
}

/** Webhook endpoints and their health, from the operator's terminal. Only `rotate` answers with a secret. */
export const handler = operatorHandler(async (event) => {
  const command = parseWith(input, event)
  if (command.command === 'list') {
    const endpoints = await listWebhookEndpoints(table, command.mode)
    return { endpoints: endpoints.map(present) }
  }
  const endpoint = await findWebhookEndpoint(table, command.id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', command.id)
  switch (command.command) {
    case 'show':
      return show(endpoint)
    case 'enable':
      return enable(endpoint)
    case 'disable':
      return disable(endpoint)
    case 'rotate':
      return rotate(endpoint)
  }
})

const present = (endpoint: WebhookEndpoint) => presentOperatedEndpoint(endpoint, now())

async function show(endpoint: WebhookEndpoint) {
  const { mode, id: endpointId } = endpoint
  const latest = await listAttemptsAtEndpoint(table, { mode, endpointId })
  return presentEndpointHealth(endpoint, latest, now())
}

async function enable(before: WebhookEndpoint) {
  const { endpoint, missed } = await enableWebhookEndpoint(deps, before)
  const shown = missed && { since: missed.since.toISOString(), count: missed.count }
  return { ...present(endpoint), missed: shown ?? null }
}

async function disable({ mode, id: endpointId }: WebhookEndpoint) {
  const changed = await changeWebhookEndpoint(deps, { mode, id: endpointId, active: false })
  return present(changed.endpoint)
}

async function rotate(before: WebhookEndpoint) {
  const { endpoint, secret } = await rotateWebhookSecret(deps, before)
  return { ...present(endpoint), secret }
}
