import * as z from 'zod'
import { appSecrets } from '../../http/app-secrets.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type WebhookEndpoint,
  webhookSecretContext,
} from '../../records/outbox/rules/webhook-endpoint.ts'
import { listWebhookEndpoints } from '../../records/outbox/store/webhook-endpoints.ts'
import { closeBox, passphrase, passphraseBox } from './passphrase-box.ts'
import type { EndpointSecrets } from './wire/endpoint-secrets.ts'

const begun = z.object({
  /** The table to export. */
  tableName: z.string(),
  /** The secrets of all webhook endpoints, if there was a passphrase to encrypt them with. */
  secrets: passphraseBox.nullable(),
})

export const beginDataExport = operatorOperation({
  name: 'begin-data-export',
  role: 'owner',
  command: 'data export',
  dashboard: false,
  input: z.strictObject({
    passphrase: passphrase.meta({ secret: 'EXPORT_PASSPHRASE' }).optional(),
  }),
  output: begun,
  touches: { table: 'write', decrypts: ['app-secrets'], administers: ['audit-log'] },
  limits: { memoryMb: 1024, timeoutSeconds: 60 },
  docs: {
    summary: 'Export all data to files, to move accounts: secrets of webhooks under a passphrase',
  },
  needs: (config) => ({ openSecret: appSecrets(config).open }),
  /** The secrets leave the function encrypted only. Without a passphrase, none is opened. */
  async run(services: Services, { input }) {
    const { table } = services
    const lists = modes.map((mode) => listWebhookEndpoints(table, mode))
    const all = input.passphrase === undefined ? [] : (await Promise.all(lists)).flat()
    const secrets = await Promise.all(all.map((endpoint) => secretsOf(services, endpoint)))
    const box = input.passphrase ? await closeBox(JSON.stringify(secrets), input.passphrase) : null
    const changes = modes.map((mode) => {
      const webhookSecrets = all.filter((each) => each.mode === mode).map(({ id }) => id)
      return { mode, action: 'data.export', target: 'table', after: { webhookSecrets } } as const
    })
    return { result: { tableName: table.name, secrets: box }, changes }
  },
})

type Services = {
  table: Table
  openSecret: (secret: Sealed, context: Record<string, string>) => Promise<string>
}

async function secretsOf(
  { openSecret }: Services,
  endpoint: WebhookEndpoint,
): Promise<EndpointSecrets> {
  const { mode, id, previousSecrets } = endpoint
  const open = (secret: Sealed) => openSecret(secret, webhookSecretContext({ mode, id }))
  const previous = previousSecrets.map(async ({ secret, until }) => ({
    secret: await open(secret),
    until: until.toISOString(),
  }))
  return { mode, id, secret: await open(endpoint.secret), previous: await Promise.all(previous) }
}
