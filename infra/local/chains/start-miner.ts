import { setTimeout as delay } from 'node:timers/promises'
import { localFeedHeartbeatSeconds } from '../../../shared/chain/local-addresses.ts'
import { closePool, type RawTransaction, refillPool } from './carry-pool.ts'
import type { ChainAddress } from './local-client.ts'
import type { LocalNode } from './local-node.ts'
import { hasPendingTransactions, mineBlock } from './mine-block.ts'
import { postPrices } from './post-prices.ts'
import { type ChainBlock, readNewBlocks, remember } from './read-new-blocks.ts'

/**
 * Each state that anvil keeps has a copy of all block hashes since its start, so its memory grows with every block: 28 MB
 * at the start, 68 after 600 blocks, 186 after 2,500, 321 after 5,000. A chain with an open session mines 43,200 a day. A
 * restart from the saved state frees it, and takes about half a second.
 */
const restartBlocks = { resting: 300, busy: 600 } as const

/**
 * After a restart, anvil 1.7.1 gives contracts invented hashes of older blocks (foundry-rs/foundry#15167 is merged, but not
 * released). Readers take that for a reorg, so blocks are mined until the 256 that contracts can ask for are new ones.
 */
const forgottenBlocks = 257n

export type MinerDeps = {
  node: LocalNode
  chain: ChainAddress
  now: () => Date
  /** Whether blocks are needed without pending transactions: for confirmations, or so that the chain's time advances. */
  isBusy: () => boolean | Promise<boolean>
  onBlocks: (blocks: ChainBlock[]) => void
  report: (message: string) => void
}

export type MinerOptions = { blockTimeSeconds: number; known: readonly ChainBlock[] }

type Progress = {
  known: ChainBlock[]
  pricesPostedAt: number
  restartedAtBlock: bigint
  /** From this block on, contracts get the right hashes. */
  remembersFromBlock: bigint
  /** The pool of a node that was ended, for its replacement. */
  waiting: RawTransaction[]
}

/** Mines a block every `blockTimeSeconds` while one is needed, and pauses otherwise. */
export function startMiner(deps: MinerDeps, options: MinerOptions): { stop(): Promise<void> } {
  const ending = new AbortController()
  const finished = run(deps, options, ending.signal)
  return {
    stop: async () => {
      ending.abort()
      await finished
    },
  }
}

async function run(deps: MinerDeps, options: MinerOptions, signal: AbortSignal): Promise<void> {
  const head = options.known.at(-1)?.number ?? 0n
  const progress: Progress = {
    known: [...options.known],
    pricesPostedAt: deps.now().getTime(),
    restartedAtBlock: head,
    remembersFromBlock: deps.node.isNew ? 0n : head + forgottenBlocks,
    waiting: [],
  }
  let failing = false
  while (await pause(options.blockTimeSeconds, signal)) {
    try {
      await tick(deps, progress)
      failing = false
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      if (!failing) deps.report(`chain ${deps.chain.chainId}: ${failure}`)
      failing = true
    }
  }
}

async function tick(deps: MinerDeps, progress: Progress): Promise<void> {
  const { node, chain, now } = deps
  if (!node.isRunning()) {
    deps.report(`chain ${chain.chainId}: the node has ended, restarting it`)
    await held(node, () => restart(deps, progress))
  }
  const busy = headNumber(progress) < progress.remembersFromBlock || (await deps.isBusy())
  if (now().getTime() - progress.pricesPostedAt >= localFeedHeartbeatSeconds * 1000) {
    await postPrices(chain)
    progress.pricesPostedAt = now().getTime()
  }
  if (busy || (await hasPendingTransactions(chain.rpcUrl))) await mineBlock(chain.rpcUrl, now())
  await followBlocks(deps, progress)
  await freeMemory(deps, progress, busy)
}

/** Saves before it announces, so that announced blocks survive a crash of the node. */
async function followBlocks(
  { node, chain, onBlocks }: MinerDeps,
  progress: Progress,
): Promise<void> {
  const fresh = await readNewBlocks(chain.rpcUrl, progress.known)
  if (fresh.length === 0) return
  if (fresh.some(({ transactions }) => transactions.length > 0)) await node.save('head')
  progress.known = remember(progress.known, fresh)
  onBlocks(fresh)
}

async function freeMemory(deps: MinerDeps, progress: Progress, busy: boolean): Promise<void> {
  const mined = headNumber(progress) - progress.restartedAtBlock
  if (mined < (busy ? restartBlocks.busy : restartBlocks.resting)) return
  await held(deps.node, async () => {
    // If thousands of blocks were mined at once, saving their hashes in each old state would take too long.
    await deps.node.save(mined > 2 * restartBlocks.busy ? 'head' : 'history')
    progress.waiting = await closePool(deps.chain.rpcUrl)
    await restart(deps, progress)
  })
}

/** Others find a node that is slow instead of none, and nothing that they send after it was saved is lost. */
async function held(node: LocalNode, work: () => Promise<void>): Promise<void> {
  const release = await node.hold()
  await work().finally(release)
}

async function restart({ node, chain, report }: MinerDeps, progress: Progress): Promise<void> {
  await node.restart()
  progress.restartedAtBlock = headNumber(progress)
  progress.remembersFromBlock = progress.restartedAtBlock + forgottenBlocks
  for (const reason of await refillPool(chain.rpcUrl, progress.waiting)) {
    report(`chain ${chain.chainId}: a pending transaction was lost: ${reason}`)
  }
  progress.waiting = []
}

function headNumber({ known }: Progress): bigint {
  return known.at(-1)?.number ?? 0n
}

/** Returns false once the signal is aborted. */
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(seconds * 1000, undefined, { signal })
    return true
  } catch {
    return false
  }
}
