import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { dueToTell } from './rules/wrong-codes.ts'
import { loadOperator } from './store/operators.ts'
import { listWrongCodes, wrongCodesChange } from './store/wrong-codes.ts'

type Deps = { table: Table; now: () => Date }

/** `count` wrong codes were entered by somebody who knows the operator's password. */
export type WrongCodesFound = { email: string; count: number }

/**
 * Returns what owners have to learn: wrong codes after a right password that no right code followed within five
 * minutes, at most once an hour for each operator. They are marked as reported first, so that a failure reports nothing
 * twice.
 */
export async function tellWrongCodes({ table, now }: Deps): Promise<WrongCodesFound[]> {
  const at = now()
  const byOperator = Map.groupBy(await listWrongCodes(table), ({ operatorId }) => operatorId)
  const found: WrongCodesFound[] = []
  for (const [operatorId, counts] of byOperator) {
    const due = new Set(dueToTell(counts, at))
    const told = counts.filter((each) => due.has(each))
    if (told.length === 0) continue
    const operator = await loadOperator(table, operatorId)
    const writes = told.map((each) =>
      wrongCodesChange({ ...each, told: each.failures, toldAt: at }, each),
    )
    const { committed } = await transact(table, writes)
    const count = told.reduce((total, { failures, told: before }) => total + failures - before, 0)
    if (committed && operator) found.push({ email: operator.email, count })
  }
  return found
}
