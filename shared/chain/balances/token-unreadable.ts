import { ChainUnavailable } from '../chain-unavailable.ts'
import type { AddressAsset } from './balance-call.ts'
import type { Reading } from './read-received.ts'

/**
 * An asset's contract returns no balance: it reverts, burns all gas, or returns something else. Its balances are
 * unknown then; the other assets of its chain can still be read.
 */
export class TokenUnreadable extends ChainUnavailable {
  readonly token: string | null

  constructor(chainId: number, token: string | null) {
    super(chainId, `${token ? `token ${token}` : 'the native coin'} returns no balance`)
    this.name = 'TokenUnreadable'
    this.token = token
  }
}

/** One for each asset that could not be read at one address or more. */
export function unreadableTokens(
  chainId: number,
  assets: readonly AddressAsset[],
  readings: readonly (Reading | undefined)[],
): TokenUnreadable[] {
  const tokens = new Set(assets.filter((_, index) => !readings[index]).map(({ token }) => token))
  return [...tokens].map((token) => new TokenUnreadable(chainId, token))
}
