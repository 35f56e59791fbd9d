import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRows } from '../../../kernel/store/unreadable-rows.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { firstWalletId } from '../../wallet/rules/wallet-id.ts'
import { ledgerKeys } from './keys.ts'

/** The session of a deposit address. Written once with the session and never changed. */
export type DepositAddress = {
  address: string
  mode: Mode
  sessionId: string
  derivationIndex: number
  walletId: string
}

const depositAddress = z.lazy(() =>
  z.object({
    address: z.string(),
    mode: z.enum(modes),
    sessionId: z.string(),
    derivationIndex: z.int(),
    walletId: z.string().default(firstWalletId),
  }),
)

/** The write that binds an address to its session; its condition fails if the address is taken. */
export function addressCreation(session: {
  id: string
  mode: Mode
  address: string
  derivationIndex: number
  /** By default the first one, which items don't name. */
  walletId?: string
}): Write {
  const { id: sessionId, mode, address, derivationIndex, walletId = firstWalletId } = session
  const item = { address, mode, sessionId, derivationIndex }
  return addition({
    ...ledgerKeys.address(address),
    ...item,
    ...(walletId !== firstWalletId && { walletId }),
  })
}

/** The addresses among `addresses` (any case, repetitions allowed) that are our deposit addresses. */
export async function findAddresses(
  table: Table,
  addresses: readonly string[],
): Promise<DepositAddress[]> {
  const distinct = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const wanted = distinct.map((address) => ledgerKeys.address(address))
  const items = await getItems(table, wanted, { consistent: false })
  return readRows(items, depositAddress)
}
