import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getCode } from 'viem/actions'
import type { HexAddress } from '../../chain/chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { readChain } from '../../chain/read-chain.ts'
import { rpcRefusal } from '../../chain/rpc-refusal.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { rpcAuthorizations } from './delegated-call.ts'
import { type DelegateOf, delegateAddress, delegateCode } from './sweep-delegate.ts'

/**
 * The contract to which addresses of a chain may delegate: null unless the chain's batches are on, the contract is
 * deployed as its source states, and the chain has EIP-7702. Throws `ChainUnavailable`.
 */
export async function usableDelegate(
  { settings, randomBytes }: Pick<SweepServices, 'settings' | 'randomBytes'>,
  { mode, client }: SweptChain,
  of: DelegateOf,
): Promise<HexAddress | null> {
  const { batch7702 } = await settings(mode)
  if (batch7702[client.chain.chainId] !== true) return null
  const isUsable = (await isDeployed(client, of)) && (await hasDelegations(client, { randomBytes }))
  return isUsable ? delegateAddress(of) : null
}

/** Whether the contract is on the chain, byte for byte. Throws `ChainUnavailable`. */
export async function isDeployed(client: ChainClient, of: DelegateOf): Promise<boolean> {
  return (await codeAt(client, delegateAddress(of))) === delegateCode(of)
}

/** The code at an address in a node's newest block, undefined if there is none. Throws `ChainUnavailable`. */
export function codeAt(client: ChainClient, address: HexAddress): Promise<string | undefined> {
  return readChain(client, () => getCode(client.node, { address }))
}

/** Multicall3's `getBlockNumber()`. */
const getBlockNumber = '0x42cbb15c'

/**
 * Whether the chain and its node have EIP-7702: whether a new address that delegates to Multicall3 responds like it.
 * Others ignore the delegation, or refuse it. Throws `ChainUnavailable`.
 */
export async function hasDelegations(
  client: ChainClient,
  { randomBytes }: { randomBytes: RandomBytes },
): Promise<boolean> {
  const { multicall3, chainId } = client.chain
  const account = privateKeyToAccount(bytesToHex(randomBytes(32)))
  const signed = await account.signAuthorization({ address: multicall3, chainId, nonce: 0 })
  const call = {
    ...({ to: account.address, data: getBlockNumber } as const),
    authorizationList: rpcAuthorizations([signed]),
  }
  return readChain(client, async () => {
    try {
      const params = [call, 'latest'] as const
      const returned = await client.node.request({ method: 'eth_call', params: [...params] })
      return returned.length === 66
    } catch (error) {
      if (rpcRefusal(error)) return false
      throw error
    }
  })
}
