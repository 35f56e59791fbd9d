import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { derivationGap } from './rules/derivation-gap.ts'
import { derivationStart, knownDerivationIndices } from './store/derivation-counter.ts'

/** Has new sessions begin 10,000 past an index that is in use; changes nothing if they are past that already. */
export async function skipAddresses(
  table: Table,
  { mode, highestIndex }: { mode: Mode; highestIndex: number },
): Promise<{ changed: boolean; next: number }> {
  const start = derivationStart(table, mode, highestIndex + derivationGap)
  const before = await knownDerivationIndices(table, mode)
  const { committed } = await transact(table, [start])
  const next = await knownDerivationIndices(table, mode)
  return { changed: committed && next !== before, next }
}
