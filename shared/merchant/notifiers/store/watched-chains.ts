import * as z from 'zod'
import { type Notifier, notifiers } from '../../../chain/rules/notifier.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { firstWalletId } from '../../../payments/wallet/rules/wallet-id.ts'
import { notifierKeys } from './keys.ts'

/** A chain that a notifier watches, with its webhooks; the last webhook has room. */
export type WatchedChain = {
  notifier: Notifier
  chainId: number
  webhooks: readonly {
    id: string
    /** Approximate number of its addresses; exact after each repair. */
    addressCount: number
  }[]
  /** The first derivation index that is not registered. */
  registeredTo: number
  /** The wallet whose addresses are registered in advance. */
  walletId: string
  /** When its list was last compared with this service's; null before the first time. */
  repairedAt: Date | null
  /** When a paused webhook was last resumed. */
  resumedAt: Date | null
}

const watchedChain = z.object({
  notifier: z.enum(notifiers),
  chainId: z.int(),
  webhooks: z.array(innerMap({ id: z.string(), addressCount: z.int() })),
  registeredTo: z.int(),
  walletId: z.string().default(firstWalletId),
  repairedAt: moment.nullable(),
  resumedAt: moment.nullable().default(null),
})

/** The write that stores a watched chain. One run at a time writes it: see `claimSync`. */
export function watchedChainReplacement(mode: Mode, chain: WatchedChain): Write {
  const { notifier, chainId } = chain
  const Item = z.encode(watchedChain, { ...chain, webhooks: [...chain.webhooks] })
  return upsert({ ...notifierKeys.watchedChain(mode, notifier, chainId), ...Item })
}

export function watchedChainRemoval(
  mode: Mode,
  { notifier, chainId }: Pick<WatchedChain, 'notifier' | 'chainId'>,
): Write {
  return { Delete: { Key: notifierKeys.watchedChain(mode, notifier, chainId) } }
}

/** Consistent. */
export function listWatchedChains(table: Table, mode: Mode): Promise<WatchedChain[]> {
  const { pk } = notifierKeys.notifier(mode, '')
  return queryAll(table, { partition: pk, range: startingWith('chain#') }, watchedChain)
}
