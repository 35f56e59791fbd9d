import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { knownDerivationIndices } from './store/derivation-counter.ts'
import { loadGasWalletAddress } from './store/wallet-addresses.ts'
import { listWalletRecords, type WalletRecord } from './store/wallet-records.ts'

const ofMode = z.object({
  mode: z.enum(modes),
  /** The path of its account if its words are not here; null otherwise. */
  watched: z.string().nullable(),
  /** The deposit address at index 0. */
  firstAddress: z.string(),
  /** Null for an instance of an earlier version until its first sweep. */
  gasWallet: z.string().nullable(),
})

const listed = z.object({
  /** The newest one last: new sessions use it. */
  wallets: z.array(
    z.object({ walletId: z.string(), addedAt: timestamp, addresses: z.array(ofMode) }),
  ),
  /** The derivation index of the next session, by mode. */
  next: z.object({ live: z.int(), test: z.int() }),
})

export type ListedWallets = z.infer<typeof listed>

export const listWallets = operatorOperation({
  name: 'list-wallets',
  role: 'viewer',
  command: 'wallet list',
  input: z.strictObject({}),
  output: listed,
  touches: { table: 'read' },
  docs: { summary: 'List the wallets, with their first deposit addresses and gas wallets' },
  async run({ table }) {
    const [records, live, test] = await Promise.all([
      listWalletRecords(table),
      knownDerivationIndices(table, 'live'),
      knownDerivationIndices(table, 'test'),
    ])
    const wallets = await Promise.all(records.map((record) => present(table, record)))
    return { result: { wallets, next: { live, test } } }
  },
})

async function present(
  table: Table,
  { walletId, firstAddresses, addedAt, watchOnly }: WalletRecord,
) {
  const addresses = await Promise.all(
    modes.map(async (mode: Mode) => ({
      mode,
      watched: watchOnly?.[mode] ?? null,
      firstAddress: firstAddresses[mode],
      gasWallet: (await loadGasWalletAddress(table, mode, walletId)) ?? null,
    })),
  )
  return { walletId, addedAt: addedAt.toISOString(), addresses }
}
