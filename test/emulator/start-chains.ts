import { type LocalChain, startChain } from '../../infra/local/chains/start-chain.ts'
import { localChains } from '../../shared/chain/registry/local-chains.ts'

/** The chains of play money, each on a node of its own, with a block a second. */
export async function startChains(dataDir: string): Promise<LocalChain[]> {
  const options = { dataDir, port: 0, blockTimeSeconds: 1, isBusy: () => true }
  return Promise.all(
    localChains.map(({ chainId, mode }) => startChain({ ...options, chainId, mode })),
  )
}
