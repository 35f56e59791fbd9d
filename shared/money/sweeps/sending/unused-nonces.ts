import { getAddress, type Hex } from 'viem'
import { multicall } from '../../../chain/balances/multicall.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { readChain } from '../../../chain/read-chain.ts'
import { authorizationNonce, authorizationStateCall, isUsed } from './transactions/authorization.ts'

type Authorizing = { token: string; from: string; sweepCount: number }

/** More sweeps of one address than a restored table can lack. */
const mostLost = 100

/**
 * The nonce of each address's next authorization, in their order: the first one from `sweepCount` on that its token
 * doesn't call used. A table that was restored counts fewer sweeps than there were. Throws `ChainUnavailable`.
 */
export async function unusedNonces(
  client: ChainClient,
  addresses: readonly Authorizing[],
): Promise<readonly Hex[]> {
  let nexts = addresses
  for (let lost = 0; lost < mostLost; lost++) {
    const used = await areUsed(client, nexts)
    if (!used.includes(true)) break
    nexts = nexts.map((next, index) =>
      used[index] ? { ...next, sweepCount: next.sweepCount + 1 } : next,
    )
  }
  return nexts.map((next) => authorizationNonce(client.chain, next))
}

function areUsed(client: ChainClient, nexts: readonly Authorizing[]): Promise<boolean[]> {
  const calls = nexts.map((next) => ({
    target: getAddress(next.token),
    allowFailure: true,
    callData: authorizationStateCall(next.from, authorizationNonce(client.chain, next)),
  }))
  return readChain(client, async () => {
    const outcomes = await multicall(client, calls, 'latest')
    return outcomes.map(({ success, returnData }) => success && isUsed(returnData))
  })
}
