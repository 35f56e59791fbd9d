import { decodeFunctionResult } from 'viem'
import type { HexAddress } from '../../chain/chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { readChain } from '../../chain/read-chain.ts'
import { reasonOf } from '../transactions/simulate.ts'
import type { SweepCall } from '../transactions/sweep-call.ts'
import { rpcAuthorizations } from './delegated-call.ts'
import { delegateAbi } from './sweep-delegate.ts'

/** Why each item of a batch would be left behind, in their order; null if it would not. Throws `ChainUnavailable`. */
export function simulateDelegated(
  client: ChainClient,
  from: HexAddress,
  { to, data, authorizationList = [] }: SweepCall,
): Promise<(string | null)[]> {
  return readChain(client, async () => {
    const list = rpcAuthorizations(authorizationList)
    const call = { from, to, data, ...(list.length > 0 && { authorizationList: list }) }
    const params = [call, 'latest'] as const
    const returned = await client.node.request({ method: 'eth_call', params: [...params] })
    const failures = decodeFunctionResult({
      abi: delegateAbi,
      functionName: 'sweep',
      data: returned,
    })
    return failures.map((failure) => (failure === '0x' ? null : reasonOf(failure, delegateAbi)))
  })
}
