import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { byAge, firstWalletId } from '../rules/wallet-id.ts'
import { walletKeys } from './keys.ts'
import { listWalletRecords } from './wallet-records.ts'

const gasWallet = z.object({ address: z.templateLiteral(['0x', z.string()]) })
const listedGasWallet = gasWallet.extend({ sk: z.string() })

/** The address of a wallet that pays the gas of a mode's sweeps; public. */
export type GasWallet = { mode: Mode; walletId: string; address: `0x${string}` }

/** The write that stores it; its condition fails if there is one. */
export function gasWalletCreation({ mode, walletId, address }: GasWallet): Write {
  return addition({ ...walletKeys.gasWallet(mode, walletId), address })
}

/** Undefined before setup, and for an instance of an earlier version until its mnemonic is opened. */
export async function loadGasWalletAddress(
  table: Table,
  mode: Mode,
  walletId: string = firstWalletId,
): Promise<GasWallet['address'] | undefined> {
  const item = await readItem(table, walletKeys.gasWallet(mode, walletId), gasWallet)
  return item?.address
}

/** The gas wallets of a mode, that of the newest wallet last (consistent). */
export async function listGasWallets(table: Table, mode: Mode): Promise<GasWallet[]> {
  const partition = walletKeys.gasWallet(mode, '').pk
  const stored = await queryAll(table, { partition }, listedGasWallet)
  return stored.map(({ sk: walletId, address }) => ({ mode, walletId, address })).toSorted(byAge)
}

/** The gas wallets and first deposit addresses of both modes. */
export async function listWalletAddresses(table: Table): Promise<string[]> {
  const [wallets, ...gasWallets] = await Promise.all([
    listWalletRecords(table),
    ...modes.map((mode) => listGasWallets(table, mode)),
  ])
  const first = wallets.flatMap(({ firstAddresses }) => Object.values(firstAddresses))
  return [...first, ...gasWallets.flat().map(({ address }) => address)]
}
