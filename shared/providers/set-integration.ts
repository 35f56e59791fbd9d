import * as z from 'zod'
import { parseJson } from '../chain/notifiers/parse-json.ts'
import { fieldName } from '../http/field-name.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import { auditWrite } from '../operators/audit.ts'
import type { OperatorRequestOf } from '../operators/operator-request.ts'
import type { OpenAccountDeps } from './open-account.ts'
import { type Integration, walletAt, walletsAfter } from './rules/integration.ts'
import type { ProviderName } from './rules/provider-name.ts'
import { credentialsContext, findIntegration, integrationWrite } from './store/integrations.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'
import { ofIntegration, presentIntegration, shownIntegration } from './wire/integration.ts'

export const setIntegration = operatorOperation({
  name: 'set-integration',
  role: 'owner',
  stepUp: true,
  command: 'integrations set',
  input: ofIntegration.extend({
    /** The fields that the provider's guide names. */
    credentials: z
      .string()
      .min(2)
      .max(20_000)
      .meta({ secret: 'PROVIDER_CREDENTIALS' })
      .describe('a JSON object with the fields that the provider’s guide names'),
  }),
  output: shownIntegration,
  touches: {
    table: 'write',
    encrypts: ['provider-credentials'],
    administers: ['integrations', 'audit-log'],
  },
  docs: {
    summary:
      'Store the credentials of a hosted payment provider; another settlement wallet follows after 24 hours',
  },
})

type Services = Pick<OpenAccountDeps, 'table' | 'now' | 'randomBytes' | 'seal' | 'hosts'>
type Request = OperatorRequestOf<typeof setIntegration>

/** Throws `parameter_invalid` for credentials that lack a field, and for a provider that has no sandbox in test mode. */
export async function runSetIntegration(
  services: Services,
  { input: { mode, provider, credentials: text }, findActor }: Request,
): Promise<Decision<z.infer<typeof shownIntegration>>> {
  requireSandbox(services, mode, provider)
  const credentials = parsed(provider, text)
  requireMode(mode, provider, credentials)
  const { delivery } = hostedProviders[provider].settlement(credentials)
  const [now, before] = [services.now(), await findIntegration(services.table, mode, provider)]
  const context = credentialsContext({ mode, provider })
  const after: Integration = {
    ...{ mode, provider, version: (before?.version ?? 0) + 1 },
    credentials: await services.seal(JSON.stringify(credentials), context),
    isEnabled: before?.isEnabled ?? false,
    ...walletsAfter(before, delivery.wallet, now),
    setAt: now,
  }
  const entry = auditWrite(services, {
    ...{ mode, actor: await findActor(), action: 'integration.set', target: provider, note: '' },
    outcome: `${(before && walletAt(before, now)) ?? 'none'} → ${delivery.wallet ?? 'none'}`,
    details: after.nextWallet ? { effectiveAt: after.nextWallet.from.toISOString() } : {},
  })
  return {
    writes: [integrationWrite(after, before?.version ?? 0), entry],
    result: presentIntegration(after, now),
  }
}

/** Test mode moves no real money. */
function requireSandbox({ hosts }: Services, mode: Mode, provider: ProviderName): void {
  const { hasSandbox, title } = hostedProviders[provider]
  if (mode === 'live' || hasSandbox || hosts[provider] !== undefined) return
  const message = `${title} has no sandbox, so it can only be used in live mode.`
  throw new ServiceError('parameter_invalid', message, { param: 'mode' })
}

/** Real money never depends on keys of a sandbox, nor play money on real ones. */
function requireMode(mode: Mode, provider: ProviderName, credentials: unknown): void {
  const { title, modeSigns } = hostedProviders[provider]
  const foreign = modeSigns?.(credentials).find((sign) => sign.mode !== mode)
  if (!foreign) return
  const [given, wanted] =
    mode === 'live' ? ['sandbox', 'live account'] : ['live account', 'sandbox']
  const message = `${foreign.field} belongs to the ${given} of ${title}, which ${mode} mode can't use. Give the one of the ${wanted}.`
  const param = fieldName(['credentials', foreign.field])
  throw new ServiceError('parameter_invalid', message, { param })
}

const fields = z.record(z.string(), z.unknown())

function parsed(provider: ProviderName, text: string): Record<string, unknown> {
  const checked = hostedProviders[provider].credentials.safeParse(parseJson(Buffer.from(text)))
  if (checked.success) return fields.parse(checked.data)
  const reason = z.prettifyError(checked.error)
  const message = `These are not the credentials of ${hostedProviders[provider].title}: ${reason}`
  const param = fieldName(['credentials', ...(checked.error.issues[0]?.path ?? [])])
  throw new ServiceError('parameter_invalid', message, { param })
}
