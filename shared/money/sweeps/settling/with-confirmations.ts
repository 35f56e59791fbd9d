import type { ChainClient } from '../../../chain/open-chain.ts'
import { confirmationsOf } from '../../../records/settings/rules/confirmations-of.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'

/** The chain with the operator's confirmations as its own, so that everything reads the same confirmed block. */
export function withConfirmations(
  client: ChainClient,
  settings: Pick<Settings, 'confirmations'>,
): ChainClient {
  const { chain } = client
  const confirmations = confirmationsOf(settings, chain)
  if (confirmations === chain.confirmations) return client
  // A number that the operator set counts depth.
  return { ...client, chain: { ...chain, confirmations, confirmedBy: 'depth' } }
}
