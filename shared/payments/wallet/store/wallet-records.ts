import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { loadInstance, type WatchOnly } from '../../../records/settings/store/instance.ts'
import { byAge, firstWalletId } from '../rules/wallet-id.ts'
import { walletKeys } from './keys.ts'

/** The public part of a wallet. */
export type WalletRecord = {
  walletId: string
  /** Enough to check whether a mnemonic is this wallet's. */
  firstAddresses: Record<Mode, string>
  addedAt: Date
  /** The paths of its accounts if its words are not here; null otherwise. */
  watchOnly: WatchOnly | null
}

/** An added wallet always has words. */
const addedWalletRecord = z.object({
  walletId: z.string(),
  firstAddresses: z.object({ live: z.string(), test: z.string() }),
  addedAt: moment,
})

/** The write that stores a wallet that is added; its condition fails if the id is taken. */
export function walletRecordCreation(record: Omit<WalletRecord, 'watchOnly'>): Write {
  const { walletId } = record
  return addition({ ...walletKeys.walletRecord(walletId), ...z.encode(addedWalletRecord, record) })
}

/** All wallets, the newest last (consistent); none before setup. */
export async function listWalletRecords(table: Table): Promise<WalletRecord[]> {
  const [instance, added] = await Promise.all([
    loadInstance(table),
    queryAll(table, { partition: walletKeys.walletRecord('').pk }, addedWalletRecord),
  ])
  if (!instance) return []
  const { firstAddresses, setUpAt: addedAt, watchOnly } = instance
  return [
    { walletId: firstWalletId, firstAddresses, addedAt, watchOnly },
    ...added.toSorted(byAge).map((record) => ({ ...record, watchOnly: null })),
  ]
}
