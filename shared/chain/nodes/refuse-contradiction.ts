import type { Reading } from '../balances/read-received.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'

/**
 * Throws `ChainUnavailable` if nodes show more at the confirmed block than another node shows at the head. Received
 * amounts never decrease towards the head, so that node hides money, and nothing may be concluded.
 */
export function refuseContradiction(
  chainId: number,
  { headBase, confirmedBase }: Pick<Reading, 'headBase' | 'confirmedBase'>,
): void {
  if (headBase >= confirmedBase) return
  throw new ChainUnavailable(chainId, 'its node hides money that others show')
}
