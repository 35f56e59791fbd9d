import { ServiceError } from '../kernel/errors.ts'
import { formatBase } from '../kernel/money.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { depositId, openBase, type UnmatchedDeposit } from '../ledger/rules/unmatched-deposit.ts'
import { loadUnmatchedDeposits, unmatchedDepositWrite } from '../ledger/store/unmatched-deposits.ts'
import { type AuditDeps, type Audited, auditWrite } from '../operators/audit.ts'
import { sessionOnPage } from './present-session.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { dismissSession as dismissed } from './rules/settle-session.ts'
import { sessionSettlement } from './store/sessions.ts'

export type DismissSessionDeps = AuditDeps & { table: Table }

export type DismissSession = Audited & {
  sessionId: string
  /** Ids of the only deposits to dismiss; none: the session with all of them. */
  deposits: readonly string[]
}

/**
 * Takes a closed session, or single deposits of it, off the operator's list; no status changes. What comes later is
 * listed again. False if there was nothing left to dismiss. Throws `resource_not_found`, `state_changed` and
 * `parameter_invalid`.
 */
export async function dismissSession(
  deps: DismissSessionDeps,
  { sessionId, deposits: names, note, actor }: DismissSession,
): Promise<boolean> {
  const before = await sessionOnPage(deps.table, sessionId)
  const { mode, id: target, version } = before
  const session = dismissed(before, { now: deps.now(), note })
  if (!session) throw stillOpen(before)
  const all = await loadUnmatchedDeposits(deps.table, { mode, sessionId })
  const chosen = names.length > 0 ? names.map((name) => named(all, name)) : all
  const open = [...new Set(chosen)].filter((deposit) => openBase(deposit) > 0n)
  const isWhole = names.length === 0 && session !== before
  if (open.length === 0 && !isWhole) return false
  const { committed } = await transact(deps.table, [
    ...(isWhole ? [sessionSettlement({ ...session, version: version + 1 }, version)] : []),
    ...open.map(dismissedWrite),
    auditWrite(deps, {
      ...{ mode, actor, action: 'session.dismiss', target, note },
      outcome: names.length > 0 ? `${open.length} of its deposits dismissed` : 'dismissed',
      details: Object.fromEntries(open.map((deposit) => [depositId(deposit), amountOf(deposit)])),
    }),
  ])
  if (committed) return true
  const message = `Session ${target} or a deposit of it changed at the same moment. Nothing was done: look at it and try again.`
  throw new ServiceError('state_changed', message)
}

function dismissedWrite(deposit: UnmatchedDeposit) {
  const { version, amountBase } = deposit
  const after = { ...deposit, version: version + 1, dismissedBase: amountBase }
  return unmatchedDepositWrite(after, version)
}

function amountOf(deposit: UnmatchedDeposit): string {
  return `${formatBase(openBase(deposit), deposit.decimals)} ${deposit.symbol}`
}

function named(deposits: readonly UnmatchedDeposit[], name: string): UnmatchedDeposit {
  const found = deposits.find((deposit) => depositId(deposit) === name)
  if (found) return found
  const message = `The session has no deposit ${name}. To see them: npm run operate -- sessions show.`
  throw new ServiceError('parameter_invalid', message, { param: 'deposits' })
}

function stillOpen({ id, status }: CheckoutSession): ServiceError {
  const message = `Session ${id} is ${status} and still open: nothing of it is on the operator's list yet.`
  return new ServiceError('state_changed', message)
}
