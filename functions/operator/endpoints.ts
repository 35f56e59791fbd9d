import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { resourceNotFound } from '../../shared/kernel/errors.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { seal } from '../../shared/wallet/keys/seal.ts'
import { enableWebhookEndpoint } from '../../shared/webhooks/enable-webhook-endpoint.ts'
import { rotateWebhookSecret } from '../../shared/webhooks/rotate-webhook-secret.ts'
import type { WebhookEndpoint } from '../../shared/webhooks/rules/webhook-endpoint.ts'
import { listAttemptsAtEndpoint } from '../../shared/webhooks/store/delivery-attempts.ts'
import {
  findWebhookEndpoint,
  listWebhookEndpoints,
} from '../../shared/webhooks/store/webhook-endpoints.ts'
import { changeWebhookEndpoint } from '../../shared/webhooks/update-webhook-endpoint.ts'
import {
  presentEndpointHealth,
  presentOperatedEndpoint,
} from '../../shared/webhooks/wire/endpoint-health.ts'
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
