import type { Reading } from '../balances/read-received.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'

/**
 * What an address received never decreases towards the head. So if nodes show more at the confirmed block than another
 * node shows at the head, that node hides money, and nothing may be concluded. Throws `ChainUnavailable`.
 */
export function refuseContradiction(
  chainId: number,
  { headBase, confirmedBase }: Pick<Reading, 'headBase' | 'confirmedBase'>,
): void {
  if (headBase >= confirmedBase) return
  throw new ChainUnavailable(chainId, 'its node hides money that others show')
}
