import type { AuditEntry } from '../../kernel/audit-entry.ts'
import { formatBase } from '../../kernel/money.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { loadHoldings } from '../../payments/holdings/store/holdings.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'
import { isOwnMovement } from '../../payments/ledger/rules/address-movement.ts'
import { loadAddressMovements } from '../../payments/ledger/store/address-movements.ts'
import { listDeliveriesOfEvent } from '../../records/outbox/store/delivery-lists.ts'
import { eventsOfSession } from '../../records/outbox/store/events.ts'
import { listWebhookEndpoints } from '../../records/outbox/store/webhook-endpoints.ts'
import type { ShownPayment } from './wire/shown-payment.ts'

/** The deliveries of each event of the session. */
export async function deliveriesOf(
  table: Table,
  { mode, id }: CheckoutSession,
): Promise<ShownPayment['deliveries']> {
  const [events, endpoints] = await Promise.all([
    eventsOfSession(table, mode, id),
    listWebhookEndpoints(table, mode),
  ])
  const urls = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint.url]))
  const lists = await Promise.all(
    events.map((event) => listDeliveriesOfEvent(table, { mode, eventId: event.id })),
  )
  return lists.flat().map((delivery) => ({
    id: delivery.id,
    eventType: delivery.eventType,
    endpointId: delivery.endpointId,
    url: urls.get(delivery.endpointId) ?? null,
    status: delivery.status,
    attemptsMade: delivery.attemptsMade,
    // The item keeps the one that was planned last.
    nextAttemptAt:
      delivery.status === 'pending' ? (delivery.nextAttemptAt?.toISOString() ?? null) : null,
    endedAt: delivery.endedAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  }))
}

const mostActions = 50

/** Returns operators' actions on the session, as far as two requests can read the audit log. */
export async function actionsOn(
  table: Table,
  { mode, id, createdAt }: CheckoutSession,
): Promise<ShownPayment['actions']> {
  const filter = { mode, target: id, since: createdAt }
  const { items } = await pageAuditEntries(table, filter, { limit: mostActions })
  return items.map((entry) => ({
    id: entry.id,
    action: entry.action,
    by: nameOf(entry.actor),
    note: entry.note,
    outcome: entry.outcome,
    createdAt: entry.createdAt.toISOString(),
  }))
}

/** Null for a terminal without the name of a person. */
export function nameOf(actor: AuditEntry['actor']): string | null {
  if (actor.kind === 'operator') return actor.email
  return actor.kind === 'aws' ? actor.arn : null
}

/** The sweeps that took the session's money to the payout wallet, or are about to. */
export async function sweepsOf(
  table: Table,
  { mode, id: sessionId }: CheckoutSession,
): Promise<ShownPayment['sweeps']> {
  const [holdings, movements] = await Promise.all([
    loadHoldings(table, { mode, sessionId }),
    loadAddressMovements(table, { mode, sessionId }),
  ])
  const moved = movements.filter(isOwnMovement).flatMap(({ sweepId }) => sweepId ?? [])
  const ids = new Set([...moved, ...holdings.flatMap((holding) => holding.sweepId ?? [])])
  const sweeps = await Promise.all([...ids].map((id) => loadSweep(table, mode, id)))
  return sweeps
    .filter((sweep) => sweep !== undefined)
    .filter(({ kind }) => kind !== 'top-up')
    .map((sweep) => presentSweep(sweep, sessionId))
}

function presentSweep(sweep: Sweep, sessionId: string): ShownPayment['sweeps'][number] {
  const { id, chainId, symbol: asset, status, mined, attempts, decimals } = sweep
  const own = sweep.items.filter((item) => item.sessionId === sessionId)
  const amountBase = own.reduce((sum, item) => sum + (item.movedBase ?? item.amountBase), 0n)
  const at = sweep.finalAt ?? sweep.sentAt ?? sweep.createdAt
  return {
    id,
    chainId,
    asset,
    status,
    amount: formatBase(amountBase, decimals),
    txHash: mined?.hash ?? attempts.at(-1)?.hash ?? null,
    at: at.toISOString(),
  }
}
