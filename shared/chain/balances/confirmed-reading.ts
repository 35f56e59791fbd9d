import { ChainUnavailable } from '../chain-unavailable.ts'
import type { Reading } from './read-received.ts'

/**
 * The reading with its confirmed block as the head, so that no single node decides. Undefined while nodes of two
 * operators don't agree on the balance there.
 */
export function confirmedReading(reading: Reading | undefined): Reading | undefined {
  if (!reading?.agreed || !reading.quorumBlock) return undefined
  const { confirmed, confirmedBase } = reading
  return {
    ...reading,
    head: confirmed,
    headBase: confirmedBase,
    isShared: true,
    quorumBlock: confirmed,
  }
}

/** The operators of a chain's nodes don't agree on what its addresses hold, or too few of them respond. */
export class NotAgreed extends ChainUnavailable {
  constructor(chainId: number, addresses: number) {
    const held = addresses === 1 ? 'an address holds' : `${addresses} addresses hold`
    super(chainId, `no two operators of its nodes agree on what ${held}`)
    this.name = 'NotAgreed'
  }
}
