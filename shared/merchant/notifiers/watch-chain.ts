import type { VendorAccount, VendorWebhook } from '../../chain/notifiers/chain-notifier.ts'
import { chainNotifiers } from '../../chain/notifiers/chain-notifiers.ts'
import { type Notifier, notifierKeyContext } from '../../chain/rules/notifier.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { notifierKeyCreation, notifierKeyRemoval } from './store/notifier-keys.ts'
import {
  type WatchedChain,
  watchedChainRemoval,
  watchedChainReplacement,
} from './store/watched-chains.ts'

export type WatchChainDeps = {
  table: Table
  now: () => Date
  sealSigningKey: (signingKey: string, context: Record<string, string>) => Promise<Sealed>
}

/** An account of a vendor, and what it is for. */
export type NotifierAccount = {
  mode: Mode
  notifier: Notifier
  account: VendorAccount
  /** Where its webhooks post to. */
  url: string
}

/**
 * Sees to it that a chain has a webhook that runs. One that was deleted at the vendor's is created again, one that is
 * paused is resumed, and those that an earlier run created but could not store are removed. Returns the chain as stored.
 */
export async function watchChain(
  deps: WatchChainDeps,
  { mode, notifier, account, url }: NotifierAccount,
  { stored, present }: { stored: WatchedChain; present: readonly VendorWebhook[] },
): Promise<WatchedChain> {
  const { chainId } = stored
  const ours = present.filter((webhook) => webhook.chainId === chainId && webhook.url === url)
  const kept = stored.webhooks.filter(({ id }) => ours.some((webhook) => webhook.id === id))
  const isKept = (id: string) => kept.some((webhook) => webhook.id === id)
  for (const { id } of ours) if (!isKept(id)) await account.remove(id)
  const paused = ours.filter(({ id, active }) => !active && isKept(id))
  for (const { id } of paused) await account.resume(id)
  const changed = kept.length < stored.webhooks.length || paused.length > 0
  const chain: WatchedChain = {
    ...stored,
    webhooks: kept,
    // What a webhook had is lost with it.
    ...(kept.length < stored.webhooks.length && { repairedAt: null }),
    ...(paused.length > 0 && { resumedAt: deps.now() }),
  }
  if (changed) await store(deps.table, mode, { chain, dropped: stored.webhooks })
  return kept.length > 0 ? chain : addWebhook(deps, { mode, notifier, account, url }, chain)
}

/** Creates a webhook more for a chain. */
async function addWebhook(
  { table, sealSigningKey }: WatchChainDeps,
  { mode, notifier, account, url }: NotifierAccount,
  chain: WatchedChain,
): Promise<WatchedChain> {
  const { chainId } = chain
  const { id: webhookId, signingKey } = await account.create({ chainId, url })
  const key = { notifier, chainId, webhookId }
  const sealed = await sealSigningKey(signingKey, notifierKeyContext(key))
  const added = { ...chain, webhooks: [...chain.webhooks, { id: webhookId, addressCount: 0 }] }
  await transact(table, [
    notifierKeyCreation({ ...key, signingKey: sealed }),
    watchedChainReplacement(mode, added),
  ])
  return added
}

/** Registers addresses on a chain, creating webhooks as they fill. Repeating it changes nothing. */
export async function registerAddresses(
  deps: WatchChainDeps,
  owner: NotifierAccount,
  { chain, addresses }: { chain: WatchedChain; addresses: readonly string[] },
): Promise<WatchedChain> {
  const { maxAddresses, addressesPerRequest } = chainNotifiers[owner.notifier]
  let current = chain
  for (let start = 0; start < addresses.length; start += addressesPerRequest) {
    const batch = addresses.slice(start, start + addressesPerRequest)
    const filled = current.webhooks.at(-1)?.addressCount ?? maxAddresses
    if (filled + batch.length > maxAddresses) current = await addWebhook(deps, owner, current)
    const last = current.webhooks.at(-1)
    invariant(last, 'a watched chain has a webhook')
    await owner.account.changeAddresses(last.id, { add: batch })
    const more = { ...last, addressCount: last.addressCount + batch.length }
    current = { ...current, webhooks: [...current.webhooks.slice(0, -1), more] }
  }
  return current
}

/** Takes addresses out of all webhooks of a chain, whichever has them. */
export async function takeOutAddresses(
  { notifier, account }: Pick<NotifierAccount, 'notifier' | 'account'>,
  { webhooks }: Pick<WatchedChain, 'webhooks'>,
  addresses: readonly string[],
): Promise<void> {
  const { addressesPerRequest } = chainNotifiers[notifier]
  for (let start = 0; start < addresses.length; start += addressesPerRequest) {
    const remove = addresses.slice(start, start + addressesPerRequest)
    for (const { id } of webhooks) await account.changeAddresses(id, { remove })
  }
}

/** Removes a chain's webhooks, at the vendor's first: what is stored says what is left to remove. */
export async function unwatchChain(
  { table }: Pick<WatchChainDeps, 'table'>,
  { mode, notifier, account }: Omit<NotifierAccount, 'url'>,
  { chain, present }: { chain: WatchedChain; present: readonly VendorWebhook[] },
): Promise<void> {
  const { chainId, webhooks } = chain
  for (const { id } of webhooks) {
    if (present.some((webhook) => webhook.id === id)) await account.remove(id)
  }
  await transact(table, [
    watchedChainRemoval(mode, { notifier, chainId }),
    ...webhooks.map(({ id }) => notifierKeyRemoval({ notifier, webhookId: id })),
  ])
}

async function store(
  table: Table,
  mode: Mode,
  { chain, dropped }: { chain: WatchedChain; dropped: WatchedChain['webhooks'] },
): Promise<void> {
  const gone = dropped.filter(({ id }) => !chain.webhooks.some((kept) => kept.id === id))
  await transact(table, [
    watchedChainReplacement(mode, chain),
    ...gone.map(({ id }) => notifierKeyRemoval({ notifier: chain.notifier, webhookId: id })),
  ])
}
