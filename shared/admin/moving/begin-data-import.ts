import * as z from 'zod'
import { appSecrets } from '../../http/app-secrets.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { newWebhookSecret, secretPrefixOf } from '../../merchant/webhooks/sending/webhook-secret.ts'
import { webhookSecretContext } from '../../records/outbox/rules/webhook-endpoint.ts'
import { maxWebhookEndpoints } from '../../records/outbox/store/webhook-endpoints.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'
import { openBox, passphraseBox } from './passphrase-box.ts'
import { type EndpointSecrets, listOfSecrets } from './wire/endpoint-secrets.ts'

const ofEndpoint = z.object({ mode: z.enum(modes), id: z.string() })

const sealedSecrets = ofEndpoint.extend({
  secret: sealed,
  secretPrefix: z.string(),
  previousSecrets: z.array(z.object({ secret: sealed, until: timestamp })),
  /** Whether the receiver doesn't know it, because the export has none. */
  isNew: z.boolean(),
})

export type SealedSecrets = z.infer<typeof sealedSecrets>

const begun = z.object({
  /** The table to import into. */
  tableName: z.string(),
  endpoints: z.array(sealedSecrets),
})

const importing = z.strictObject({
  endpoints: z.array(ofEndpoint).max(modes.length * maxWebhookEndpoints),
  secrets: passphraseBox.nullable(),
  passphrase: z.string().max(1000).meta({ secret: 'EXPORT_PASSPHRASE' }).optional(),
  dryRun: z.boolean().default(false),
})

export const beginDataImport = operatorOperation({
  name: 'begin-data-import',
  role: 'owner',
  command: 'data import',
  dashboard: false,
  input: importing,
  output: begun,
  touches: { table: 'write', encrypts: ['app-secrets'], administers: ['audit-log'] },
  limits: { memoryMb: 1024, timeoutSeconds: 60 },
  docs: { summary: 'Import exported data into a new deployment, before its setup' },
  needs: (config) => ({ sealSecret: appSecrets(config).seal }),
  /**
   * Seals the secrets of an export's endpoints with this instance's key, and makes new ones for the others. Throws
   * `parameter_invalid` for a wrong passphrase, and `state_changed` if the instance is set up.
   */
  async run(services: Services, { input }) {
    const { table } = services
    if (await loadInstance(table)) throw isSetUp()
    const known = await knownSecrets(input)
    const tableName = table.name
    if (input.dryRun) return { result: { tableName, endpoints: [] }, changes: [] }
    const endpoints = await Promise.all(
      input.endpoints.map(({ mode, id }) =>
        sealAll(services, {
          ...known.find((each) => each.mode === mode && each.id === id),
          mode,
          id,
        }),
      ),
    )
    const changes = modes.map((mode) => {
      const ofMode = endpoints.filter((each) => each.mode === mode)
      const after = {
        webhookSecrets: ofMode.filter(({ isNew }) => !isNew).map(({ id }) => id),
        newWebhookSecrets: ofMode.filter(({ isNew }) => isNew).map(({ id }) => id),
      }
      return { mode, action: 'data.import', target: 'table', after } as const
    })
    return { result: { tableName, endpoints }, changes }
  },
})

type Services = {
  table: Table
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
}

type Input = z.infer<typeof importing>

async function knownSecrets({ secrets, passphrase }: Input): Promise<EndpointSecrets[]> {
  if (!secrets || passphrase === undefined) return []
  return listOfSecrets.parse(JSON.parse(await openBox(secrets, passphrase)))
}

type Known = Pick<EndpointSecrets, 'mode' | 'id'> & Partial<EndpointSecrets>

async function sealAll(
  { randomBytes, sealSecret }: Services,
  { mode, id, secret: known, previous = [] }: Known,
): Promise<SealedSecrets> {
  const secret = known ?? newWebhookSecret(randomBytes)
  const seal = (text: string) => sealSecret(text, webhookSecretContext({ mode, id }))
  const previousSecrets = previous.map(async (each) => ({
    secret: await seal(each.secret),
    until: each.until,
  }))
  return {
    mode,
    id,
    secret: await seal(secret),
    secretPrefix: secretPrefixOf(secret),
    previousSecrets: await Promise.all(previousSecrets),
    isNew: known === undefined,
  }
}

function isSetUp(): ServiceError {
  const message = 'This instance is set up already. Import into a new one, before its setup.'
  return new ServiceError('state_changed', message)
}
