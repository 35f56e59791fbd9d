import type { ChainClient } from '../chain/open-chain.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import { formatBase } from '../kernel/money.ts'
import { transact } from '../kernel/store/transact.ts'
import { confirmedMoney } from '../ledger/confirmed-money.ts'
import { unmatchedDepositWrite } from '../ledger/store/unmatched-deposits.ts'
import { type Audited, auditWrite } from '../operators/audit.ts'
import { type Acceptable, acceptableMoney, namedMoney } from './acceptable-money.ts'
import { sessionOnPage } from './present-session.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { acceptSession } from './rules/settle-session.ts'
import { handOverDeliveries, type SessionEventDeps, sessionEvents } from './session-events.ts'
import { sessionSettlement } from './store/sessions.ts'

export type AcceptPaymentDeps = SessionEventDeps & {
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => readonly ChainClient[]
}

export type AcceptPayment = Audited & {
  sessionId: string
  /** `counted`, or ids of unmatched deposits of the session. */
  deposits: readonly string[]
}

/**
 * Makes a closed session paid because its owner accepts the money that is named. The chain is asked again: only what is
 * confirmed now can be accepted. Session, event, deliveries, deposits and audit entry are one transaction. False, and
 * nothing is changed, if the session was accepted before. Throws `resource_not_found`, `state_changed`,
 * `parameter_invalid`, `parameter_missing`, `timed_out` and `ChainUnavailable`.
 */
export async function acceptPayment(
  deps: AcceptPaymentDeps,
  { sessionId, deposits, note, actor }: AcceptPayment,
): Promise<boolean> {
  const before = await sessionOnPage(deps.table, sessionId)
  if (before.settlement?.outcome === 'accepted') return false
  const accepted = acceptSession(before, { now: deps.now(), note })
  if (!accepted) throw notAcceptable(before)
  const money = namedMoney(await acceptableMoney(deps.table, before), deposits)
  await requireConfirmed(deps, before, money)
  const session = { ...accepted.session, version: before.version + 1 }
  const added = accepted.event ? [{ type: accepted.event }] : []
  const { writes, deliveries } = await sessionEvents(deps, session, added)
  const { committed } = await transact(deps.table, [
    sessionSettlement(session, before.version),
    ...money.flatMap(boundWrites),
    auditWrite(deps, {
      ...{ mode: before.mode, actor, action: 'session.accept', target: before.id, note },
      outcome: `${before.status} → ${session.status}`,
      details: Object.fromEntries(money.map((each) => [each.name, amountOf(each)])),
    }),
    ...writes,
  ])
  if (!committed) throw changedMeanwhile(before)
  await handOverDeliveries(deps, deliveries)
  return true
}

/** What is accepted of a deposit is bound: no other acceptance can name it. */
function boundWrites({ deposit }: Acceptable) {
  if (!deposit) return []
  const { version, amountBase } = deposit
  const bound = { ...deposit, version: version + 1, acceptedBase: amountBase }
  return [unmatchedDepositWrite(bound, version)]
}

async function requireConfirmed(
  { table, now, settings, chains }: AcceptPaymentDeps,
  session: CheckoutSession,
  money: readonly Acceptable[],
): Promise<void> {
  const policy = await settings(session.mode)
  for (const each of money) {
    const client = chains(session.mode).find(({ chain }) => chain.chainId === each.chainId)
    if (!client) {
      const message = `Chain ${each.chainId} is not enabled, so ${each.name} can't be confirmed. Name its nodes again.`
      throw new ServiceError('unsupported_chain', message, { param: 'deposits' })
    }
    const { tokenAddress } = each
    const reading = { client, tokenAddress }
    const confirmedBase = await confirmedMoney({ table, now, settings: policy }, session, reading)
    if (each.partOf(confirmedBase) < each.amountBase) throw notConfirmed(each, confirmedBase)
  }
}

function amountOf({ amountBase, decimals, symbol }: Acceptable): string {
  return `${formatBase(amountBase, decimals)} ${symbol}`
}

function notConfirmed(each: Acceptable, confirmedBase: bigint): ServiceError {
  const confirmed = formatBase(each.partOf(confirmedBase), each.decimals)
  const message = `Of ${each.name}, ${confirmed} of ${amountOf(each)} is confirmed on chain ${each.chainId}. Accept it once all of it is; if it has left the chain: npm run operate -- sessions check.`
  return new ServiceError('state_changed', message, { param: 'deposits' })
}

function notAcceptable({ id, status, closedAt }: CheckoutSession): ServiceError {
  const reason = closedAt
    ? `is ${status} already: there is nothing to accept.`
    : `is ${status} and still open: money that comes in its window may pay it. Accept it once it is closed.`
  return new ServiceError('state_changed', `Session ${id} ${reason}`)
}

function changedMeanwhile({ id }: CheckoutSession): ServiceError {
  const message = `Session ${id} or a deposit of it changed at the same moment. Nothing was done: look at it and try again.`
  return new ServiceError('state_changed', message)
}
