import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import type { Integration } from '../../records/integrations/rules/integration.ts'
import { providerNames } from '../../records/integrations/rules/provider-name.ts'
import { listIntegrationsOf } from '../../records/integrations/store/integrations.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { type IntegrationState, listStates } from './store/integration-states.ts'
import { credentialFields } from './vendors/credential-fields.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'
import { presentIntegration, shownIntegration } from './wire/integration.ts'

const listedIntegration = z.object({
  provider: z.enum(providerNames),
  title: z.string(),
  kind: z.enum(['on-ramp', 'gateway']),
  beta: z.boolean(),
  mode: z.enum(['live', 'test']),
  /** False in test mode if the provider has no sandbox. */
  available: z.boolean(),
  /** To enter in the provider's dashboard. */
  webhookUrl: z.string(),
  /** The domain that shows its frame. */
  referrerDomain: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['secret', 'pem', 'text']),
      isRequired: z.boolean(),
    }),
  ),
  /** Null without credentials. */
  account: shownIntegration.omit({ mode: true, provider: true }).nullable(),
  lastCallbackAt: timestamp.nullable(),
  lastProblem: z.string().nullable(),
  lastProblemAt: timestamp.nullable(),
  /** Callbacks with a wrong signature. Anybody can send one, so they mean nothing beside valid ones. */
  forgedCallbacks: z.int(),
  lastForgedAt: timestamp.nullable(),
  /** Whether callbacks had a wrong signature while orders were open, and none has had a valid one since. */
  signaturesMismatch: z.boolean(),
})

const integrations = z.object({ integrations: z.array(listedIntegration) })

export const listIntegrations = operatorOperation({
  name: 'list-integrations',
  role: 'viewer',
  command: 'integrations list',
  input: z.strictObject({ mode: eitherMode }),
  output: integrations,
  touches: { table: 'read' },
  docs: { summary: 'List the hosted payment providers, their accounts and their health' },
  needs: readingSettings,
  async run(services: Services, { input }) {
    const ofModes = await Promise.all(modesOf(input.mode).map((mode) => listOf(services, mode)))
    return { result: { integrations: ofModes.flat() } }
  },
})

type Services = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
}

async function listOf({ table, now, settings }: Services, mode: Mode) {
  const [{ baseUrl }, accounts, states] = await Promise.all([
    settings(mode),
    listIntegrationsOf(table, mode),
    listStates(table, mode),
  ])
  return providerNames.map((provider) => {
    const { title, kind, isBeta: beta, hasSandbox } = hostedProviders[provider]
    const account = accounts.find((each) => each.provider === provider)
    const state = states.find((each) => each.provider === provider)
    return {
      provider,
      title,
      kind,
      beta,
      mode,
      available: mode === 'live' || hasSandbox,
      webhookUrl: `${baseUrl}/api/providers/${provider}/webhook`,
      referrerDomain: new URL(baseUrl).hostname,
      fields: credentialFields(hostedProviders[provider].credentials),
      account: account ? presentIntegration(account, now()) : null,
      lastCallbackAt: state?.callbackAt?.toISOString() ?? null,
      lastProblem: state?.problem ?? null,
      lastProblemAt: state?.problemAt?.toISOString() ?? null,
      forgedCallbacks: state?.forged ?? 0,
      lastForgedAt: state?.forgedAt?.toISOString() ?? null,
      signaturesMismatch: isMismatch(account, state),
    }
  })
}

/** Until a valid callback arrives, or the keys are entered again. */
function isMismatch(
  account: Integration | undefined,
  state: IntegrationState | undefined,
): boolean {
  const { mismatchAt = null, callbackAt = null } = state ?? {}
  if (!account || mismatchAt === null || account.setAt > mismatchAt) return false
  return callbackAt === null || callbackAt < mismatchAt
}
