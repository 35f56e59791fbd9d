import { onTestFinished } from 'vitest'
import { startNotifier } from '../../infra/local/chains/notifier/start-notifier.ts'
import { readNewBlocks } from '../../infra/local/chains/read-new-blocks.ts'
import type { BlockListener } from '../../infra/local/chains/start-chain.ts'
import type { Notifier } from '../../shared/chain/rules/notifier.ts'
import { alchemyAccount } from '../alchemy-account.ts'
import { newestBlocks, quicknodeAccount } from '../quicknode-account.ts'

/** Base Sepolia: a chain that providers and notifiers serve by a name of theirs. */
export const chainId = 84532
export const notifierToken = 'token-of-the-notifiers-account'

export type Vendor = {
  /** The base URL of its management API. */
  baseUrl: string
  /** Notifies of the chain's newest block those webhooks that have an address in it. */
  announce: () => Promise<unknown>
}

/** Stand-ins of the vendors that watch a node's chain. */
export const vendors: Readonly<Record<Notifier, (rpcUrl: string) => Promise<Vendor>>> = {
  alchemy,
  quicknode,
}

async function alchemy(rpcUrl: string): Promise<Vendor> {
  const { url: baseUrl, registry } = await alchemyAccount(notifierToken)
  const listeners: BlockListener[] = []
  const onBlocks = (listener: BlockListener) => {
    listeners.push(listener)
    return () => undefined
  }
  const chain = { chainId, rpcUrl, network: 'BASE_SEPOLIA', assets: [], onBlocks }
  const report = (problem: string) => {
    throw new Error(problem)
  }
  const notifier = startNotifier(
    { chains: [chain], webhooks: registry.list, loss: 0, seed: '' },
    { now: () => new Date(), report },
  )
  onTestFinished(notifier.stop)
  const announce = async () => {
    const newest = (await readNewBlocks(rpcUrl, [])).slice(-1)
    for (const listener of listeners) listener(newest)
  }
  return { baseUrl, announce }
}

async function quicknode(rpcUrl: string): Promise<Vendor> {
  const { url: baseUrl, streams, notification } = await quicknodeAccount(notifierToken)
  const announce = async () => {
    const blocks = await newestBlocks(rpcUrl, 1)
    for (const stream of streams.values()) {
      const posted = await notification(stream, blocks, new Date())
      if (posted) await fetch(stream.url, { method: 'POST', ...posted })
    }
  }
  return { baseUrl, announce }
}
