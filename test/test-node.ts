import * as z from 'zod'
import { callNode, quantity } from '../infra/local/chains/call-node.ts'
import { deployContracts } from '../infra/local/chains/deploy-contracts.ts'
import { startAnvil } from './anvil.ts'

export type TestNode = {
  rpcUrl: string
  /** Returns the node for reuse. */
  giveBack: () => Promise<void>
}

type Node = Awaited<ReturnType<typeof startNode>>

const genesisTime = new Date('2026-01-01T00:00:00Z')

/** Unused nodes by chain; they end with the process. */
const idle = new Map<number, Node[]>()

/** The number of blocks whose state a node keeps, including reverted ones. */
const keptBlocks = 1500
const fewBlocks = 1000

/** An exclusive node of the chain, with the local contracts only. */
export async function takeNode(chainId: number): Promise<TestNode> {
  const node = idle.get(chainId)?.pop() ?? (await startNode(chainId))
  await node.reset()
  return {
    rpcUrl: node.rpcUrl,
    async giveBack() {
      if (await node.isUsedUp()) return node.stop()
      idle.set(chainId, [...(idle.get(chainId) ?? []), node])
    },
  }
}

async function startNode(chainId: number) {
  const { rpcUrl, stop } = await startAnvil({ options: optionsOf(chainId) })
  await deployContracts({ chainId, rpcUrl }, () => genesisTime)
  const ask = <Schema extends z.ZodType>(schema: Schema, method: string, ...params: unknown[]) =>
    callNode(rpcUrl, { method, params }, schema)
  const { baseFeePerGas } = await ask(head, 'eth_getBlockByNumber', 'latest', false)
  let snapshot = await ask(z.string(), 'evm_snapshot')
  let blocks = 0n
  return {
    rpcUrl,
    stop,
    async reset() {
      // A test may have had each transaction mined at once.
      await ask(z.null(), 'evm_setAutomine', false)
      await ask(z.null(), 'anvil_dropAllTransactions')
      await ask(z.literal(true), 'evm_revert', snapshot)
      snapshot = await ask(z.string(), 'evm_snapshot')
      await ask(z.null(), 'anvil_setNextBlockBaseFeePerGas', baseFeePerGas)
    },
    async isUsedUp() {
      blocks += await ask(quantity, 'eth_blockNumber')
      return blocks > fewBlocks
    },
  }
}

const head = z.object({ baseFeePerGas: z.string() })

const optionsOf = (chainId: number) => [
  ...['--chain-id', String(chainId)],
  ...['--timestamp', String(genesisTime.getTime() / 1000)],
  ...['--hardfork', 'prague'],
  ...['--prune-history', String(keptBlocks)],
  '--no-mining',
]
