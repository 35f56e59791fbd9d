import { enableIntegration } from '../../../shared/merchant/providers/change-integration.ts'
import { setIntegration } from '../../../shared/merchant/providers/set-integration.ts'
import type { ProviderName } from '../../../shared/records/integrations/rules/provider-name.ts'
import type { CallOperator } from '../../operate/call-operator.ts'
import { standIns } from '../providers/stand-ins.ts'

/** One in a frame and one by redirect: all nine would hide the coins on a newcomer's first page. */
const enabled: readonly ProviderName[] = ['moonpay', 'coingate']

/** Gives test mode an account with the stand-in of every provider, and offers two of them on the checkout page. */
export async function seedProviders(call: CallOperator): Promise<void> {
  const ofTest = (provider: ProviderName) => ({ provider, mode: 'test' }) as const
  for (const { provider, credentials } of standIns) {
    await call(setIntegration, { ...ofTest(provider), credentials: JSON.stringify(credentials) })
  }
  for (const provider of enabled) await call(enableIntegration, ofTest(provider))
}
