import { addressesAhead } from '../../chain/rules/notifier.ts'
import type { Mode } from '../../kernel/mode.ts'
import { addressPool, type NotifiedAddressesDeps, notifiedAddresses } from './notified-addresses.ts'
import type { WatchedChain } from './store/watched-chains.ts'
import {
  type NotifierAccount,
  registerAddresses,
  takeOutAddresses,
  type WatchChainDeps,
} from './watch-chain.ts'

export type RepairDeps = NotifiedAddressesDeps & WatchChainDeps

export type Repair = { chain: WatchedChain; added: number; removed: number }

/**
 * Compares the vendor's list with ours, and corrects it. The addresses of the latest sessions and those that joined the
 * pool meanwhile stay registered: indexes lag, so such a session may be missing from our list.
 */
export async function repairAddresses(
  deps: RepairDeps,
  owner: NotifierAccount,
  chain: WatchedChain,
): Promise<Repair> {
  const wanted = await notifiedAddresses(deps, owner.mode)
  const listed = await listedAddresses(owner, chain)
  const everywhere = new Set(listed.flatMap(({ addresses }) => [...addresses]))
  const missing = [...wanted.addresses].filter((address) => !everywhere.has(address))
  const latest = await latestAddresses(deps, owner.mode, wanted.registeredTo)
  const isExtra = (address: string) => !wanted.addresses.has(address) && !latest.has(address)
  const extra = [...everywhere].filter(isExtra)
  await takeOutAddresses(owner, chain, extra)
  const webhooks = listed.map(({ webhook, addresses }) => ({
    ...webhook,
    addressCount: [...addresses].filter((address) => !isExtra(address)).length,
  }))
  const counted = { ...chain, webhooks }
  const registered = await registerAddresses(deps, owner, { chain: counted, addresses: missing })
  const registeredTo = Math.max(chain.registeredTo, wanted.registeredTo)
  const { walletId } = wanted
  return {
    chain: { ...registered, registeredTo, walletId, repairedAt: deps.now() },
    added: missing.length,
    removed: extra.length,
  }
}

type Listed = { webhook: WatchedChain['webhooks'][number]; addresses: Set<string> }

async function listedAddresses(
  { account }: Pick<NotifierAccount, 'account'>,
  { webhooks }: Pick<WatchedChain, 'webhooks'>,
): Promise<Listed[]> {
  const listed: Listed[] = []
  for (const webhook of webhooks) {
    const addresses = new Set<string>()
    for await (const page of account.addresses(webhook.id)) {
      for (const address of page) addresses.add(address)
    }
    listed.push({ webhook, addresses })
  }
  return listed
}

/** The pool as it is now, and the addresses that were assigned last before it was first read. */
async function latestAddresses(
  deps: NotifiedAddressesDeps,
  mode: Mode,
  registeredTo: number,
): Promise<Set<string>> {
  const from = Math.max(0, registeredTo - 2 * addressesAhead)
  const { addresses } = await addressPool(deps, { mode, from })
  return new Set(addresses)
}
