import { createHash } from 'node:crypto'
import type { ChainBlock } from '../read-new-blocks.ts'
import type { LocalChain } from '../start-chain.ts'
import { addressActivities } from './address-activity.ts'
import { blockTransfers } from './block-transfers.ts'
import { postNotification } from './post-notification.ts'

type NotifiedChain = Pick<LocalChain, 'chainId' | 'rpcUrl' | 'assets' | 'onBlocks'>

export type NotifierOptions = {
  chains: readonly NotifiedChain[]
  /** Returns the URL to post to; called for each attempt. */
  target: () => string
  /** By chain id. */
  signingKeys: Readonly<Record<number, string>>
  /** The share of notifications to lose: 0 none, 1 all. */
  loss: number
  /** Decides which ones: the same seed loses the same notifications of a chain. */
  seed: string
}

export type NotifierDeps = { now: () => Date; report: (message: string) => void }

/** Posts signed notifications for all transfers on the chains, in the background. */
export function startNotifier(
  options: NotifierOptions,
  deps: NotifierDeps,
): { stop(): Promise<void> } {
  if (options.loss >= 1) return { stop: async () => {} }
  const ending = new AbortController()
  const followers = options.chains.map((chain) =>
    followChain(chain, { ...deps, ...options, signal: ending.signal }),
  )
  return {
    stop: async () => {
      ending.abort()
      await Promise.all(followers.map((follower) => follower.stop()))
    },
  }
}

type FollowerDeps = NotifierDeps & Omit<NotifierOptions, 'chains'> & { signal: AbortSignal }

function followChain(chain: NotifiedChain, deps: FollowerDeps): { stop(): Promise<void> } {
  const posts = new Set<Promise<void>>()
  let count = 0
  const post = (body: string) => {
    if (isLost(deps, chain.chainId, count++)) return
    const posted = send(body, chain.chainId, deps).finally(() => posts.delete(posted))
    posts.add(posted)
  }
  let reading = Promise.resolve()
  const unsubscribe = chain.onBlocks((blocks) => {
    // Sequentially, because the order of a chain's notifications decides which are lost.
    reading = reading.then(() => readBlocks(chain, blocks, { ...deps, post }))
  })
  return {
    stop: async () => {
      unsubscribe()
      await reading
      await Promise.all(posts)
    },
  }
}

type ReaderDeps = NotifierDeps & { signal: AbortSignal; post: (body: string) => void }

async function readBlocks(
  chain: NotifiedChain,
  blocks: readonly ChainBlock[],
  { now, report, signal, post }: ReaderDeps,
): Promise<void> {
  for (const { number, hash, transactions } of blocks) {
    if (signal.aborted || transactions.length === 0) continue
    try {
      const transfers = await blockTransfers(chain.rpcUrl, hash)
      const block = { chainId: chain.chainId, blockNumber: number, blockHash: hash, transfers }
      for (const body of addressActivities(block, chain.assets, now())) post(body)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      report(`notifier: block ${number} of chain ${chain.chainId} could not be read: ${reason}`)
    }
  }
}

async function send(body: string, chainId: number, deps: FollowerDeps): Promise<void> {
  const signingKey = deps.signingKeys[chainId]
  const failure =
    signingKey === undefined
      ? 'there is no signing key'
      : await postNotification({ body, signingKey }, deps.target, deps.signal)
  if (failure === undefined) return
  deps.report(`notifier: a notification of chain ${chainId} failed: ${failure}`)
}

function isLost(
  { loss, seed }: Pick<NotifierOptions, 'loss' | 'seed'>,
  chainId: number,
  index: number,
): boolean {
  const digest = createHash('sha256').update(`${seed}:${chainId}:${index}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32 < loss
}
