import { ChainUnavailable } from './chain-unavailable.ts'
import type { Reading } from './read-received.ts'

/**
 * What an address received never grows less towards the head, so nodes that show more of it at the confirmed block than
 * another does at the head know of money that the other hides. Nothing is concluded then. Throws `ChainUnavailable`.
 */
export function refuseContradiction(
  chainId: number,
  { headBase, confirmedBase }: Pick<Reading, 'headBase' | 'confirmedBase'>,
): void {
  if (headBase >= confirmedBase) return
  throw new ChainUnavailable(chainId, 'its node hides money that others show')
}
