import { localAddresses } from '../../../shared/chain/local-addresses.ts'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { deployContracts } from './deploy-contracts.ts'
import { faucetPrivateKey, localPayoutAddress } from './local-accounts.ts'
import type { ChainAddress } from './local-client.ts'
import { type LocalNode, type NodeOptions, startNode } from './local-node.ts'
import { hasPendingTransactions, mineBlock } from './mine-block.ts'
import { postPrices } from './post-prices.ts'
import { type ChainBlock, readNewBlocks } from './read-new-blocks.ts'
import { type MinerDeps, startMiner } from './start-miner.ts'

export type ChainOptions = Omit<NodeOptions, 'now'> & {
  mode: Mode
  blockTimeSeconds: number
  isBusy: MinerDeps['isBusy']
}

export type ChainDeps = Pick<MinerDeps, 'now' | 'report'>

export type LocalAsset = { symbol: string; tokenAddress: `0x${string}` | null; decimals: number }

export type BlockListener = (blocks: readonly ChainBlock[]) => void

export type LocalChain = ChainAddress & {
  mode: Mode
  /** The node's process id. It changes when the node is restarted after a crash or to free memory. */
  readonly pid: number
  port: number
  /** Whether the node was still running after a crash. */
  adopted: boolean
  assets: readonly LocalAsset[]
  faucetPrivateKey: `0x${string}`
  payoutAddress: `0x${string}`
  /**
   * Calls the listener with new blocks once their state is saved, oldest first, including blocks that replaced others.
   * Returns a function that unsubscribes.
   */
  onBlocks(listener: BlockListener): () => void
  /** Saves the state and ends the node. */
  stop(): Promise<void>
  /** Kills the node. The state was last saved after the latest block with transactions. */
  kill(): Promise<void>
}

const assets: readonly LocalAsset[] = [
  { symbol: 'ETH', tokenAddress: null, decimals: 18 },
  { symbol: 'USDC', tokenAddress: localAddresses.testUsdc, decimals: 6 },
]

/** How many blocks are announced again after a crash, which could have been between mining and announcing them. */
const repeatedBlocks = 8

const systemDeps: ChainDeps = { now: () => new Date(), report: (message) => console.error(message) }

/** Starts or adopts one local chain with its contracts, current prices and a miner. */
export async function startChain(options: ChainOptions, deps = systemDeps): Promise<LocalChain> {
  const node = await startNode({ ...options, now: deps.now })
  const { chainId } = options
  // The instance keeps the node running, so it isn't kept waiting at the door.
  const direct = {
    chainId,
    get rpcUrl() {
      return node.directUrl
    },
  }
  const listeners = new Set<BlockListener>()
  const onBlocks = (blocks: ChainBlock[]) => {
    for (const listener of listeners) listener(blocks)
  }
  const known = await prepare(node, direct, deps)
  const miner = startMiner(
    { ...deps, node, chain: direct, isBusy: options.isBusy, onBlocks },
    { ...options, known },
  )
  return {
    chainId,
    rpcUrl: node.rpcUrl,
    mode: options.mode,
    get pid() {
      return node.pid
    },
    port: node.port,
    adopted: node.adopted,
    assets,
    faucetPrivateKey,
    payoutAddress: localPayoutAddress(options.mode),
    onBlocks: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      await miner.stop()
      await close(node, direct, deps)
    },
    kill: async () => {
      const stopped = miner.stop()
      await node.end()
      await stopped
    },
  }
}

async function prepare(
  node: LocalNode,
  chain: ChainAddress,
  { now }: ChainDeps,
): Promise<ChainBlock[]> {
  try {
    await deployContracts(chain, now)
    await postPrices(chain)
    await mineBlock(chain.rpcUrl, now())
    await node.save('head')
    const known = await readNewBlocks(chain.rpcUrl, [])
    return node.adopted ? known.slice(0, -repeatedBlocks) : known
  } catch (error) {
    await node.end()
    throw error
  }
}

/** The pool isn't saved, so its transactions are mined first. A node that no longer responds is killed. */
async function close(node: LocalNode, chain: ChainAddress, { now }: ChainDeps): Promise<void> {
  try {
    if (!node.isRunning()) return
    if (await hasPendingTransactions(chain.rpcUrl)) {
      await mineBlock(chain.rpcUrl, now())
      // Saving the history can take longer than a shutdown allows.
      await node.save('head')
    }
    await node.save('history')
  } finally {
    await node.end()
  }
}
