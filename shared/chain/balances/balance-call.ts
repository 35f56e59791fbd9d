import { getAddress, type Hex } from 'viem'
import { invariant } from '../../kernel/invariant.ts'
import type { Chain } from '../chain.ts'
import { selectors } from './selectors.ts'
import type { WordCall } from './word-call.ts'

/** An address and an asset: an ERC-20 contract, or null for the native coin. */
export type AddressAsset = { address: string; token: string | null }

export function balanceCall({ multicall3 }: Chain, { address, token }: AddressAsset): WordCall {
  if (token !== null) return { target: getAddress(token), callData: tokenCallData(address) }
  return { target: multicall3, callData: callData(selectors['getEthBalance(address)'], address) }
}

/** Call data of an ERC-20 contract's `balanceOf`. */
export function tokenCallData(address: string): Hex {
  return callData(selectors['balanceOf(address)'], address)
}

/** Encoded by hand: through an ABI it takes a hundred times as long, and there may be 100,000 addresses. */
function callData(selector: Hex, address: string): Hex {
  invariant(/^0x[\da-f]{40}$/i.test(address), `${address} is an address`)
  return `${selector}${address.slice(2).toLowerCase().padStart(64, '0')}`
}
