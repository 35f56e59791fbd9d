import * as z from 'zod'
import { VendorFailed, VendorRefused } from '../../chain/notifiers/vendor-request.ts'
import type { Mode } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import type { OpenedAccount } from './open-account.ts'
import { providerServices } from './provider-services.ts'
import { refuseIntegration } from './rules/integration-refusals.ts'
import { hostedProviders } from './vendors/hosted-providers.ts'
import { ofIntegration } from './wire/integration.ts'

const verified = z.object({
  provider: z.string(),
  accepted: z.boolean(),
  /** Why not, if it isn't. */
  problem: z.string().nullable(),
})

export const verifyIntegration = operatorOperation({
  name: 'verify-integration',
  role: 'owner',
  proof: 'always',
  command: 'integrations verify',
  input: ofIntegration,
  output: verified,
  touches: {
    table: 'write',
    encrypts: ['provider-credentials'],
    decrypts: ['provider-credentials'],
  },
  limits: { timeoutSeconds: 28 },
  docs: { summary: 'Try the credentials of a hosted payment provider by a harmless request' },
  needs: providerServices,
  /** Throws `resource_not_found` for a provider without credentials. */
  async run({ account }: Services, { input: { mode, provider } }) {
    const opened = await account(mode, provider)
    if (!opened) throw refuseIntegration('no_credentials', { provider, mode })
    try {
      await hostedProviders[provider].check(opened.account)
      return { result: { provider, accepted: true, problem: null } }
    } catch (error) {
      if (!(error instanceof VendorFailed || error instanceof VendorRefused)) throw error
      return { result: { provider, accepted: false, problem: error.message } }
    }
  },
})

type Services = {
  account: (mode: Mode, provider: ProviderName) => Promise<OpenedAccount | undefined>
}
