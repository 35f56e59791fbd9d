import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { HighestIndex } from './highest-index-with-money.ts'
import type { AccountKeys } from './keys/account-keys.ts'
import { depositAddressesOf } from './keys/derive-deposit-address.ts'
import { derivationGap } from './rules/derivation-gap.ts'
import type { Unread } from './search-deposit-addresses.ts'
import { knownDerivationIndices } from './store/derivation-counter.ts'

type UnreadOfMode = Unread & { mode: Mode }

export type FirstIndexServices = {
  table: Table
  /** The highest index from `from` on that holds money on the mode's chains. */
  highestOnChains: (
    mode: Mode,
    search: { addressAt: (index: number) => string; from: number; deadline: Date },
  ) => Promise<HighestIndex>
}

type Given = {
  accountKeys: AccountKeys
  mnemonicIsNew: boolean
  highestIndex: Partial<Record<Mode, number>>
  /** When the search of the chains ends, complete or not. */
  deadline: Date
}

export type FirstIndex = { mode: Mode; index: number; unread: UnreadOfMode[] }

/**
 * The first derivation index of a mode. An index must never be used twice, and unless the mnemonic is new, some may
 * have been used. So it is 10,000 past the highest one known to the table, the caller or the chains.
 */
export async function firstDerivationIndex(
  { table, highestOnChains }: FirstIndexServices,
  { accountKeys, mnemonicIsNew, highestIndex, deadline }: Given,
  mode: Mode,
): Promise<FirstIndex> {
  const from = Math.max(await knownDerivationIndices(table, mode), (highestIndex[mode] ?? -1) + 1)
  if (mnemonicIsNew && from === 0) return { mode, index: 0, unread: [] }
  const addressAt = depositAddressesOf(accountKeys[mode])
  const { highest, unread } = await highestOnChains(mode, { addressAt, from, deadline })
  return {
    mode,
    index: Math.max(highest, 0) + derivationGap,
    unread: unread.map((chain) => ({ ...chain, mode })),
  }
}
