import type { ChainClient } from '../../../chain/open-chain.ts'
import { withDepth } from '../../../chain/with-depth.ts'
import { confirmationsOf } from '../../../records/settings/rules/confirmations-of.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'

/** The chain with the operator's confirmations. */
export function withConfirmations(
  client: ChainClient,
  settings: Pick<Settings, 'confirmations'>,
): ChainClient {
  return withDepth(client, confirmationsOf(settings, client.chain))
}
