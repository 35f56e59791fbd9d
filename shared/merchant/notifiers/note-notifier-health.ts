import type { Mode } from '../../kernel/mode.ts'
import { commit } from '../../kernel/operation/commit.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { loadTransfers } from '../../payments/ledger/store/transfers.ts'
import { afterPayment, noHealthYet, type PaymentSeen } from './rules/notifier-health.ts'
import {
  firstNotifiedAt,
  healthUpdate,
  loadHealth,
  type NotifiedChain,
} from './store/notifier-health.ts'
import { listWatchedChains } from './store/watched-chains.ts'

type PaidSession = Pick<CheckoutSession, 'id' | 'mode' | 'lock'>

/**
 * Notes for every notifier of the session's chain whether it notified the payment in time. Called when the payment is
 * decided, a minute after it was detected, so that a notification had its time. Repeating it changes nothing.
 */
export async function noteNotifierHealth(
  table: Table,
  { id: sessionId, mode, lock: { chainId } }: PaidSession,
): Promise<void> {
  const watched = await listWatchedChains(table, mode)
  const notifiers = watched.filter((chain) => chain.chainId === chainId)
  if (notifiers.length === 0) return
  const paidAt = await firstBlockTime(table, { mode, sessionId, chainId })
  if (!paidAt) return
  for (const { notifier } of notifiers) {
    const notified = { mode, notifier, chainId }
    const notifiedAt = await firstNotifiedAt(table, { ...notified, sessionId })
    await notePayment(table, notified, { sessionId, paidAt, notifiedAt })
  }
}

async function firstBlockTime(
  table: Table,
  { mode, sessionId, chainId }: { mode: Mode; sessionId: string; chainId: number },
): Promise<Date | undefined> {
  const transfers = await loadTransfers(table, { mode, sessionId })
  const [first] = transfers
    .filter((transfer) => transfer.chainId === chainId && !transfer.orphaned)
    .map(({ blockTime }) => blockTime)
    .toSorted((one, other) => one.getTime() - other.getTime())
  return first
}

async function notePayment(
  table: Table,
  notified: NotifiedChain,
  payment: PaymentSeen,
): Promise<void> {
  await commit(table, async () => {
    const before = await loadHealth(table, notified)
    const health = afterPayment(before ?? noHealthYet, payment)
    const isKnown = health === before
    return {
      result: undefined,
      writes: isKnown ? [] : [healthUpdate(notified, { health, before })],
    }
  })
}
