import { invariant } from '../../kernel/invariant.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import {
  enqueuePendingDeliveries,
  type SessionEventDeps,
  sessionEvents,
} from '../../payments/checkout-sessions/session-events.ts'
import {
  loadCheckoutSession,
  sessionRefund,
} from '../../payments/checkout-sessions/store/sessions.ts'
import { depositId, type UnmatchedDeposit } from '../../payments/ledger/rules/unmatched-deposit.ts'
import {
  loadUnmatchedDeposits,
  unmatchedDepositWrite,
} from '../../payments/ledger/store/unmatched-deposits.ts'
import type { EventType } from '../../records/outbox/rules/event.ts'
import {
  doneBase,
  promisedBase,
  type Refund,
  refundableOfDeposit,
  refundableOfSession,
} from './rules/refund.ts'
import { refuseRefund } from './rules/refund-refusals.ts'
import { refundWrite } from './store/refunds.ts'
import { presentRefund } from './wire/refund.ts'

/** The refund as it was read, and as it shall be; `before` is null for a new one. */
export type RefundChange = { before: Refund | null; after: Refund; event: EventType }

/**
 * The decision to write a refund with its event, and how much of its payment is refunded: of the session, or of the
 * unmatched deposit, both as they were read, so that concurrent refunds together are never more than what was received.
 * Throws `parameter_invalid` for a new one that is.
 */
export async function refundDecision(
  deps: SessionEventDeps,
  { before, after, event }: RefundChange,
): Promise<Required<Pick<Decision<Refund>, 'result' | 'writes' | 'after'>>> {
  const { mode, sessionId } = after
  const loaded = await loadCheckoutSession(deps.table, mode, sessionId)
  invariant(loaded, `refund ${after.id} has a session`)
  const deposit = await depositOf(deps, after)
  if (!before) requireEnough(after, { session: loaded, deposit })
  const promised = promisedBase(after) - (before ? promisedBase(before) : 0n)
  const done = doneBase(after) - (before ? doneBase(before) : 0n)
  const session = {
    ...loaded,
    version: loaded.version + 1,
    sequence: loaded.sequence + 1,
    refunds: deposit
      ? loaded.refunds
      : {
          ...loaded.refunds,
          promisedBase: loaded.refunds.promisedBase + promised,
          doneBase: loaded.refunds.doneBase + done,
        },
  }
  const refund = { ...after, version: (before?.version ?? 0) + 1 }
  const data = { refund: presentRefund(refund) }
  const { writes, deliveries } = await sessionEvents(deps, session, [{ type: event, data }])
  return {
    result: refund,
    writes: [
      ...[refundWrite(refund, before?.version ?? 0), sessionRefund(session, loaded.version)],
      ...(deposit && promised !== 0n ? [promiseOf(deposit, promised)] : []),
      ...writes,
    ],
    after: () => enqueuePendingDeliveries(deps, deliveries),
  }
}

/** Undefined for a refund of the session's counted money. */
async function depositOf(
  { table }: Pick<SessionEventDeps, 'table'>,
  { mode, sessionId, depositId: wanted }: Refund,
): Promise<UnmatchedDeposit | undefined> {
  if (wanted === null) return undefined
  const deposits = await loadUnmatchedDeposits(table, { mode, sessionId })
  const deposit = deposits.find((each) => depositId(each) === wanted)
  invariant(deposit, `session ${sessionId} has the unmatched deposit ${wanted}`)
  return deposit
}

function promiseOf(deposit: UnmatchedDeposit, promised: bigint): Write {
  const { version } = deposit
  const after = { ...deposit, version: version + 1, promisedBase: deposit.promisedBase + promised }
  return unmatchedDepositWrite(after, version)
}

type Of = { session: CheckoutSession; deposit: UnmatchedDeposit | undefined }

function requireEnough(refund: Refund, { session, deposit }: Of): void {
  const leftBase = deposit ? refundableOfDeposit(deposit) : refundableOfSession(session)
  if (refund.amountBase <= leftBase) return
  if (leftBase <= 0n) throw refuseRefund('nothing_to_refund')
  const left = `${formatBase(leftBase, refund.decimals)} ${refund.symbol}`
  throw refuseRefund('refund_above_rest', { left })
}
