import type * as z from 'zod'
import type { Actor } from '../../kernel/audit-entry.ts'
import { formatBase } from '../../kernel/money.ts'
import { type AuditDeps, auditWrite } from '../../kernel/operation/audit.ts'
import { commit, type Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { sessionOnPage } from '../../merchant/checkout/present-session.ts'
import {
  isUndecided,
  type ProviderPayment,
  paymentName,
} from '../../merchant/providers/rules/provider-payment.ts'
import {
  paymentsOfSession,
  paymentWrites,
} from '../../merchant/providers/store/provider-payments.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { dismissSession as dismissed } from '../../payments/checkout-sessions/rules/settle-session.ts'
import { sessionSettlement } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  depositId,
  openBase,
  type UnmatchedDeposit,
} from '../../payments/ledger/rules/unmatched-deposit.ts'
import {
  loadUnmatchedDeposits,
  unmatchedDepositWrite,
} from '../../payments/ledger/store/unmatched-deposits.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { type ExplainSessionDeps, explainSession } from './explain-session.ts'
import { refusePayment } from './rules/payment-refusals.ts'
import { settlementConflict } from './settlement-conflict.ts'
import { settledSession, settleSession } from './wire/settle-session.ts'

export const dismissSession = operatorOperation({
  name: 'dismiss-session',
  role: 'operator',
  command: 'sessions dismiss',
  input: settleSession,
  output: settledSession,
  touches: { table: 'write', administers: ['sessions', 'audit-log'] },
  docs: {
    summary:
      'Remove a closed session, or only the deposits that you name, from the list of deposits, without changing its status',
  },
  needs: readingSettings,
  /**
   * Money that arrives later is listed again. `changed` is false if there was nothing left to dismiss. Throws
   * `resource_not_found`, `state_changed` and `parameter_invalid`.
   */
  async run(services: Services, { input, findActor }) {
    const dismissal = { ...input, actor: await findActor() }
    const changed = await commit(services.table, () => decideDismissal(services, dismissal))
    return { result: { ...(await explainSession(services, input.id)), changed } }
  },
})

type Services = ExplainSessionDeps & AuditDeps

/** Returns whether anything changes. */
async function decideDismissal(
  services: Services,
  { id, deposits: names, note, actor }: z.infer<typeof settleSession> & { actor: Actor },
): Promise<Decision<boolean>> {
  const before = await sessionOnPage(services.table, id)
  const { mode, version } = before
  const session = dismissed(before, { now: services.now(), note })
  if (!session) throw refusePayment('dismissed_too_early', { id, status: before.status })
  const ref = { mode, sessionId: id }
  const [deposits, payments] = await Promise.all([
    loadUnmatchedDeposits(services.table, ref),
    paymentsOfSession(services.table, ref),
  ])
  const all = [...deposits.map(ofDeposit), ...payments.map(ofPayment)]
  const chosen = names.length > 0 ? names.map((name) => named(all, name)) : all
  const open = [...new Set(chosen)].filter(({ isOpen }) => isOpen)
  const isWhole = names.length === 0 && session !== before
  if (isWhole && open.length === 0 && isPaid(before)) {
    throw refusePayment('nothing_to_dismiss', { id, status: before.status })
  }
  if (open.length === 0 && !isWhole) return { result: false }
  const entry = auditWrite(services, {
    mode,
    actor,
    action: 'session.dismiss',
    target: id,
    note,
    outcome: names.length > 0 ? `${open.length} of its deposits dismissed` : 'dismissed',
    details: Object.fromEntries(open.map(({ name, amount }) => [name, amount])),
  })
  return {
    result: true,
    writes: [
      ...(isWhole ? [sessionSettlement({ ...session, version: version + 1 }, version)] : []),
      ...open.flatMap(({ dismissal }) => dismissal(services.now())),
      entry,
    ],
    conflict: () => settlementConflict(before),
  }
}

type Listed = {
  name: string
  amount: string
  isOpen: boolean
  dismissal: (at: Date) => Write[]
}

function ofDeposit(deposit: UnmatchedDeposit): Listed {
  const { version, amountBase, decimals, symbol } = deposit
  const after = { ...deposit, version: version + 1, dismissedBase: amountBase }
  return {
    name: depositId(deposit),
    amount: `${formatBase(openBase(deposit), decimals)} ${symbol}`,
    isOpen: openBase(deposit) > 0n,
    dismissal: () => [unmatchedDepositWrite(after, version)],
  }
}

function ofPayment(payment: ProviderPayment): Listed {
  const { version, paid } = payment
  return {
    name: paymentName(payment),
    amount: paid ? `${paid.amount} ${paid.currency}` : 'unknown',
    isOpen: isUndecided(payment),
    dismissal: (dismissedAt) =>
      paymentWrites({ ...payment, dismissedAt, version: version + 1 }, version),
  }
}

function named(all: readonly Listed[], name: string): Listed {
  const found = all.find((each) => each.name === name)
  if (found) return found
  throw refusePayment('no_such_deposit', { name })
}

/** Paid exactly, so that no decision about it is left. */
function isPaid({ status }: CheckoutSession): boolean {
  return status === 'paid' || status === 'paid_late'
}
