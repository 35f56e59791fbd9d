import { createHash } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../../chain/notifiers/parse-json.ts'
import { describeIssue } from '../../http/describe-issue.ts'
import type { Mode } from '../../kernel/mode.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { fieldProblems } from '../../kernel/wire/field-problem.ts'
import {
  accountsAfter,
  type Integration,
  inEffect,
} from '../../records/integrations/rules/integration.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import {
  credentialsContext,
  findIntegration,
  integrationWrite,
} from '../../records/integrations/store/integrations.ts'
import { isSameAccount } from './is-same-account.ts'
import type { OpenAccountDeps } from './open-account.ts'
import { providerAccounts } from './provider-services.ts'
import { credentialsSentences, refuseIntegration } from './rules/integration-refusals.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'
import { sortedJson } from './vendors/sorted-json.ts'
import { ofIntegration, presentIntegration, shownIntegration } from './wire/integration.ts'

export const setIntegration = operatorOperation({
  name: 'set-integration',
  role: 'owner',
  proof: 'always',
  command: 'integrations set',
  // Checked here, so that a mistake is shown before a proof is asked for.
  input: ofIntegration
    .extend({
      /** The fields in the provider's guide. */
      credentials: z
        .string()
        .min(2)
        .max(20_000)
        .meta({ secret: 'PROVIDER_CREDENTIALS' })
        .describe('a JSON object with the fields that the provider’s guide names'),
    })
    .superRefine((input, context) => {
      for (const issue of credentialsIssues(input)) {
        context.addIssue({ ...issue, path: ['credentials', ...issue.path] })
      }
    }),
  output: shownIntegration,
  touches: {
    table: 'write',
    encrypts: ['provider-credentials'],
    decrypts: ['provider-credentials'],
    administers: ['integrations', 'audit-log'],
  },
  limits: { timeoutSeconds: 28 },
  docs: {
    summary:
      'Store the credentials of a hosted payment provider; another account or settlement wallet follows after 24 hours',
  },
  needs: providerAccounts,
  /** Throws `parameter_invalid` in test mode for a provider without a sandbox. */
  async run(services: Services, { input: { mode, provider, credentials: text }, findActor }) {
    requireSandbox(services, mode, provider)
    const credentials = parsed(provider, text)
    const { delivery } = hostedProviders[provider].settlement(credentials)
    const [now, stored] = [services.now(), await findIntegration(services.table, mode, provider)]
    const before = stored && inEffect(stored, now)
    const given = {
      credentials: await services.seal(
        JSON.stringify(credentials),
        credentialsContext({ mode, provider }),
      ),
      fingerprint: fingerprintOf(credentials),
      wallet: delivery.wallet,
    }
    const isSame = before !== undefined && (await isSameAccount(services, before, credentials))
    const after: Integration = {
      mode,
      provider,
      version: (stored?.version ?? 0) + 1,
      isEnabled: before?.isEnabled ?? false,
      ...(before
        ? accountsAfter(before, { ...given, isSame }, now)
        : { account: 1, ...given, next: null, past: [] }),
      setAt: now,
    }
    const entry = auditWrite(services, {
      mode,
      actor: await findActor(),
      action: 'integration.set',
      target: provider,
      note: '',
      outcome: `${before?.fingerprint ?? 'none'} → ${given.fingerprint}`,
      details: {
        ...(before?.wallet && { walletBefore: before.wallet }),
        ...(given.wallet && { wallet: given.wallet }),
        ...(after.next && { effectiveAt: after.next.from.toISOString() }),
      },
    })
    return {
      writes: [integrationWrite(after, stored?.version ?? 0), entry],
      result: presentIntegration(after, now),
    }
  },
})

const credentialsProblem = fieldProblems(credentialsSentences)

type Services = OpenAccountDeps

/** 64 bits of a hash: too few to find the secrets in it, which are longer. */
function fingerprintOf(credentials: Record<string, unknown>): string {
  return createHash('sha256').update(sortedJson(credentials)).digest('hex').slice(0, 16)
}

/** Test mode moves no real money. */
function requireSandbox({ hosts }: Services, mode: Mode, provider: ProviderName): void {
  const { hasSandbox, title } = hostedProviders[provider]
  if (mode === 'live' || hasSandbox || hosts[provider] !== undefined) return
  throw refuseIntegration('no_sandbox', { title })
}

const fields = z.record(z.string(), z.unknown())

function parsed(provider: ProviderName, text: string): Record<string, unknown> {
  return fields.parse(read(provider, text).data)
}

function read(provider: ProviderName, text: string) {
  return hostedProviders[provider].credentials.safeParse(parseJson(Buffer.from(text)), {
    error: describeIssue,
  })
}

type Given = { mode: Mode; provider: ProviderName; credentials: string }

/** The problem of each invalid field. Real money never depends on keys of a sandbox, nor play money on live keys. */
function credentialsIssues({ mode, provider, credentials }: Given) {
  const { title, modeSigns } = hostedProviders[provider]
  const { error, data } = read(provider, credentials)
  if (error) return error.issues
  const foreign = modeSigns?.(data).find((sign) => sign.mode !== mode)
  if (!foreign) return []
  const problem = credentialsProblem(mode === 'live' ? 'of_sandbox' : 'of_live_account', { title })
  return [{ code: 'custom', path: [foreign.field], ...problem } as const]
}
