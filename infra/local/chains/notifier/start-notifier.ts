import { createHash } from 'node:crypto'
import type { ChainBlock } from '../read-new-blocks.ts'
import type { LocalChain } from '../start-chain.ts'
import { addressActivities } from './address-activity.ts'
import { type BlockTransfer, blockTransfers } from './block-transfers.ts'
import { postNotification } from './post-notification.ts'
import type { LocalWebhook } from './webhook-registry.ts'

type NotifiedChain = Pick<LocalChain, 'chainId' | 'rpcUrl' | 'assets' | 'onBlocks'> & {
  /** The service's name for it, if it is not a local chain. */
  network?: string
}

export type NotifierOptions = {
  chains: readonly NotifiedChain[]
  webhooks: () => readonly LocalWebhook[]
  /** The share of notifications that are lost: 0 none, 1 all. */
  loss: number
  /** Decides which ones: the same seed loses the same notifications of a chain. */
  seed: string
}

export type NotifierDeps = { now: () => Date; report: (message: string) => void }

/** Posts signed notifications of transfers on the chains to the webhooks that have their addresses, in the background. */
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
  const post = (body: string, webhook: LocalWebhook) => {
    if (isLost(deps, chain.chainId, count++)) return
    const posted = send(body, webhook, deps).finally(() => posts.delete(posted))
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

type ReaderDeps = FollowerDeps & { post: (body: string, webhook: LocalWebhook) => void }

async function readBlocks(
  chain: NotifiedChain,
  blocks: readonly ChainBlock[],
  deps: ReaderDeps,
): Promise<void> {
  for (const block of blocks) {
    if (deps.signal.aborted || block.transactions.length === 0) continue
    try {
      const transfers = await blockTransfers(chain.rpcUrl, block.hash)
      for (const webhook of webhooksOf(chain, deps))
        notify(chain, { block, transfers, webhook }, deps)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const where = `block ${block.number} of chain ${chain.chainId}`
      deps.report(`notifier: ${where} could not be read: ${reason}`)
    }
  }
}

function webhooksOf(chain: NotifiedChain, { webhooks }: ReaderDeps): LocalWebhook[] {
  return webhooks().filter(({ network, active }) => active && network === nameOf(chain))
}

function nameOf({ chainId, network }: NotifiedChain): string {
  return network ?? networkOf(chainId)
}

export function networkOf(chainId: number): string {
  return `LOCAL_${chainId}`
}

type Notified = {
  block: ChainBlock
  transfers: readonly BlockTransfer[]
  webhook: LocalWebhook
}

function notify(chain: NotifiedChain, notified: Notified, { now, post }: ReaderDeps): void {
  const { block, webhook } = notified
  const isRegistered = (address: string) => webhook.addresses.has(address.toLowerCase())
  const transfers = notified.transfers.filter(
    ({ from, to }) => isRegistered(to) || isRegistered(from),
  )
  const activity = {
    network: nameOf(chain),
    webhookId: webhook.id,
    transfers,
    blockNumber: block.number,
    blockHash: block.hash,
  }
  for (const body of addressActivities(activity, chain.assets, now())) post(body, webhook)
}

async function send(body: string, webhook: LocalWebhook, deps: FollowerDeps): Promise<void> {
  const { signingKey, url, network } = webhook
  const failure = await postNotification({ body, signingKey }, url, deps.signal)
  if (failure === undefined) return
  deps.report(`notifier: a notification of ${network} failed: ${failure}`)
}

function isLost(
  { loss, seed }: Pick<NotifierOptions, 'loss' | 'seed'>,
  chainId: number,
  index: number,
): boolean {
  const digest = createHash('sha256').update(`${seed}:${chainId}:${index}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32 < loss
}
