import { type AuditDeps, auditWrite } from '../../../kernel/operation/audit.ts'
import { commit } from '../../../kernel/operation/commit.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import {
  isStopped,
  mostWrongCodes,
  otherBrowsers,
  type WrongCodes,
  withCode,
} from '../rules/wrong-codes.ts'
import { loadWrongCodes, wrongCodesChange } from '../store/wrong-codes.ts'

type Deps = AuditDeps & { table: Table }

type Of = Pick<WrongCodes, 'operatorId' | 'browser' | 'pair'>

/**
 * Counts a code of the app before it is checked, so that many at once get no more than their share. Returns how many in
 * a row it is. Throws `codes_stopped` after the last one that was free.
 */
export function countCode({ table, now }: Deps, of: Of): Promise<number> {
  return commit(table, async () => {
    const known = await loadWrongCodes(table, of)
    if (isStopped(known, of.pair)) throw refuseOperator('codes_stopped', { most: mostWrongCodes })
    const counted = withCode(known, of, now())
    return { result: counted.failures, writes: [wrongCodesChange(counted, known)] }
  })
}

type Wrong = { email: string; address: string; browser: string; count: number }

/** Records a wrong code after the right password. */
export async function recordWrongCode(
  deps: Deps,
  { email, address, browser, count }: Wrong,
): Promise<void> {
  const entry = auditWrite(deps, {
    mode: 'live',
    target: email,
    note: '',
    outcome: String(count),
    action: count < mostWrongCodes ? 'account.wrong-code' : 'account.codes-stopped',
    actor: { kind: 'visitor', address },
    details: { browser: browser === otherBrowsers ? 'new' : 'known' },
  })
  await transact(deps.table, [entry])
}
