import { getCode } from 'viem/actions'
import type { HexAddress } from '../../chain/chain.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'

export type IsContractServices = {
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

/** The start of the code of an account that delegates to a contract (EIP-7702): its key remains its owner's. */
const delegation = '0xef0100'

/**
 * Whether there is code at an address, which makes paying it cost more gas. Null if its chain is not enabled or gives no
 * response.
 */
export async function isContract(
  { ask, chains }: IsContractServices,
  { mode, chainId, address }: { mode: Mode; chainId: number; address: HexAddress },
): Promise<boolean | null> {
  const client = (await chains(mode)).find(({ chain }) => chain.chainId === chainId)
  if (!client) return null
  try {
    const code = await ask(client, ({ node }) => getCode(node, { address }))
    return code !== undefined && !code.startsWith(delegation)
  } catch {
    // A payout wallet can be set while nodes fail; the fact is only for display.
    return null
  }
}
