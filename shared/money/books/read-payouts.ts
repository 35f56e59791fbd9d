import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import { payoutWalletKeys } from '../payout-wallets/store/keys.ts'

const address = z.object({ address: z.string() })

const row = z.object({
  current: address,
  next: address.nullable(),
  former: z.array(z.string()),
})

/** The number of former addresses that are kept. */
const mostFormer = 10

/** Every address that was the payout wallet of a chain, in lower case; null if the list may not be complete. */
export async function readPayouts(
  table: Table,
  mode: Mode,
  chainId: number,
): Promise<ReadonlySet<string> | null> {
  const wallet = await readItem(table, payoutWalletKeys.payoutWallet(mode, chainId), row)
  if (!wallet || wallet.former.length >= mostFormer) return null
  const { current, next, former } = wallet
  const all = [current.address, ...(next ? [next.address] : []), ...former]
  return new Set(all.map((each) => each.toLowerCase()))
}
