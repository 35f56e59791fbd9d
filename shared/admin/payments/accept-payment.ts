import * as z from 'zod'
import type { Actor } from '../../kernel/audit-entry.ts'
import type { ServiceError } from '../../kernel/errors.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { commit, type Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { withoutNotes } from '../../kernel/work.ts'
import { sessionOnPage } from '../../merchant/checkout/present-session.ts'
import { settlingServices } from '../../merchant/checkout/scan-services.ts'
import { paymentWrites } from '../../merchant/providers/store/provider-payments.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { acceptSession } from '../../payments/checkout-sessions/rules/settle-session.ts'
import {
  enqueuePendingDeliveries,
  type SessionEventDeps,
  sessionEvents,
} from '../../payments/checkout-sessions/session-events.ts'
import { sessionSettlement } from '../../payments/checkout-sessions/store/sessions.ts'
import { unmatchedDepositWrite } from '../../payments/ledger/store/unmatched-deposits.ts'
import { type Acceptable, acceptableMoney, isOnChain, namedMoney } from './acceptable-money.ts'
import { explainSession } from './explain-session.ts'
import { refuseDismissed } from './refuse-dismissed.ts'
import { amountText, requireConfirmed } from './require-confirmed.ts'
import { refusePayment } from './rules/payment-refusals.ts'
import { settlementConflict } from './settlement-conflict.ts'
import { type ReadingChainsServices, readingChains, sessionUnread } from './unread-chains.ts'
import { settledSession, settleSession } from './wire/settle-session.ts'

const accepting = settleSession.extend({
  dismissed: z.boolean().default(false).describe('accept what an operator dismissed, too'),
})

export const acceptPayment = operatorOperation({
  name: 'accept-payment',
  role: 'owner',
  proof: 'always',
  command: 'sessions accept',
  inBackground: true,
  input: accepting,
  output: settledSession,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    chains: true,
    administers: ['sessions', 'audit-log'],
  },
  limits: { timeoutSeconds: 60 },
  docs: {
    summary:
      'Mark a closed session as paid, by accepting money that it counted, unmatched deposits or unmatched payments by providers',
  },
  needs: (config, given) => ({ ...settlingServices(config, given), onUnread: sessionUnread }),
  /**
   * `changed` is false if the session was already accepted. Throws `resource_not_found`, `state_changed`,
   * `parameter_invalid`, `parameter_missing`, and `timed_out` if a chain can't be read.
   */
  async run(services: Services, { input, findActor, noting = withoutNotes }) {
    const session = await sessionOnPage(services.table, input.id)
    const acceptance = { ...input, actor: await findActor() }
    const changed = await noting({ name: 'read-money', of: null }, () =>
      readingChains(services, session, () =>
        commit(services.table, () => decideAcceptance(services, acceptance)),
      ),
    )
    return { result: { ...(await explainSession(services, input.id)), changed } }
  },
})

type Services = SessionEventDeps & ReadingChainsServices
type Acceptance = z.infer<typeof accepting> & { actor: Actor }

/** Writes session, event, deliveries, deposits and audit entry in one transaction. Returns whether anything changes. */
async function decideAcceptance(
  services: Services,
  { id, deposits, note, dismissed, actor }: Acceptance,
): Promise<Decision<boolean>> {
  const before = await sessionOnPage(services.table, id)
  if (before.settlement?.outcome === 'accepted') return { result: false }
  const accepted = acceptSession(before, { now: services.now(), note })
  if (!accepted) throw notAcceptable(before)
  const money = namedMoney(await acceptableMoney(services.table, before), deposits)
  if (!dismissed) await refuseDismissed(services.table, before, money)
  await requireConfirmed(services, before, money)
  const session = { ...accepted.session, version: before.version + 1 }
  const added = accepted.event ? [{ type: accepted.event }] : []
  const { writes, deliveries } = await sessionEvents(services, session, added)
  const entry = auditWrite(services, {
    mode: before.mode,
    actor,
    action: 'session.accept',
    target: id,
    note,
    outcome: `${before.status} → ${session.status}`,
    details: Object.fromEntries(money.map((each) => [each.name, amountText(each)])),
  })
  return {
    result: true,
    writes: [
      ...[
        sessionSettlement(session, before.version),
        ...money.flatMap((each) => boundWrites(each, services.now())),
        entry,
      ],
      ...writes,
    ],
    after: () => enqueuePendingDeliveries(services, deliveries),
    conflict: () => settlementConflict(before),
  }
}

/** Marks deposits and payments as accepted, so that they can't be accepted again. */
function boundWrites(money: Acceptable, acceptedAt: Date) {
  if (!isOnChain(money)) {
    const { payment } = money
    const { version: from } = payment
    return paymentWrites({ ...payment, isCounted: true, acceptedAt, version: from + 1 }, from)
  }
  const { deposit } = money
  if (!deposit) return []
  const { version, amountBase } = deposit
  const bound = { ...deposit, version: version + 1, acceptedBase: amountBase }
  return [unmatchedDepositWrite(bound, version)]
}

function notAcceptable({ id, status, closedAt }: CheckoutSession): ServiceError {
  return refusePayment(closedAt ? 'already_settled' : 'accepted_too_early', { id, status })
}
