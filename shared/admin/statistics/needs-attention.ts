import { chainName } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import { paymentName } from '../../merchant/providers/rules/provider-payment.ts'
import {
  type ListedPayment,
  pageUnmatchedPayments,
} from '../../merchant/providers/store/provider-payments.ts'
import { lowGasWallets } from '../../money/sweeps/store/gas-levels.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { isUndecided } from '../../payments/checkout-sessions/rules/is-undecided.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { depositId, openBase } from '../../payments/ledger/rules/unmatched-deposit.ts'
import {
  type ListedDeposit,
  pageUnmatchedDeposits,
} from '../../payments/ledger/store/unmatched-deposits.ts'
import { isFailing } from '../../records/outbox/rules/webhook-endpoint.ts'
import { listWebhookEndpoints } from '../../records/outbox/store/webhook-endpoints.ts'
import { type About, aboutPayments } from './about-payments.ts'
import type { Overview } from './wire/overview.ts'

type Attention = Overview['attention']

/** The number of records of each kind that are shown. */
const shown = 5

/** Such sessions are few, and most of the newest are undecided. */
const sessionsRead = 50

/** The open decisions in a mode with these chains: one query for each of six kinds, and whose payments they are. */
export async function needsAttention(
  table: Table,
  mode: Mode,
  chainIds: readonly number[],
): Promise<Attention> {
  const limit = { limit: shown }
  const [short, long, deposits, payments, gas, endpoints] = await Promise.all([
    listCheckoutSessions(table, { mode, status: 'underpaid' }, { limit: sessionsRead }),
    listCheckoutSessions(table, { mode, status: 'overpaid' }, { limit: sessionsRead }),
    pageUnmatchedDeposits(table, mode, limit),
    pageUnmatchedPayments(table, mode, limit),
    lowGasWallets(table, mode),
    listWebhookEndpoints(table, mode),
  ])
  const underpaid = short.items.filter(isUndecided)
  const overpaid = long.items.filter(isUndecided)
  const unmatched = [
    ...deposits.items.map(({ deposit }) => deposit.sessionId),
    ...payments.items.map(({ payment }) => payment.sessionId),
  ]
  const known = [...underpaid.slice(0, shown), ...overpaid.slice(0, shown)]
  const about = await aboutPayments(table, mode, { known, ids: unmatched })
  const more: Attention['more'] = []
  if (underpaid.length > shown || short.nextCursor !== null) more.push('underpaid')
  if (overpaid.length > shown || long.nextCursor !== null) more.push('overpaid')
  if (deposits.nextCursor !== null) more.push('deposits')
  if (payments.nextCursor !== null) more.push('payments')
  return {
    underpaid: underpaid.slice(0, shown).map((session) => ({
      ...about(session.id),
      ...closedOf(session),
      missing: formatBase(-differenceOf(session), session.lock.decimals),
    })),
    overpaid: overpaid.slice(0, shown).map((session) => ({
      ...about(session.id),
      ...closedOf(session),
      excess: formatBase(differenceOf(session), session.lock.decimals),
    })),
    deposits: deposits.items.map((each) => ({
      ...about(each.deposit.sessionId),
      ...depositOf(each),
    })),
    payments: payments.items.flatMap((each) =>
      paymentOf(each).map((shown) => ({ ...about(each.payment.sessionId), ...shown })),
    ),
    gas: gas
      .filter(({ chainId }) => chainIds.includes(chainId))
      .map(({ chainId, level }) => ({ chainId, chain: chainName(chainId), level })),
    failingEndpoints: endpoints.filter(isFailing).length,
    more,
  }
}

function differenceOf({ received, lock }: CheckoutSession): bigint {
  return received.confirmedBase - lock.amountBase
}

function closedOf({ lock, received, closedAt, createdAt }: CheckoutSession) {
  return {
    asset: lock.asset,
    chain: chainName(lock.chainId),
    received: formatBase(received.confirmedBase, lock.decimals),
    closedAt: (closedAt ?? createdAt).toISOString(),
  }
}

function depositOf({ deposit }: ListedDeposit): Omit<Attention['deposits'][number], keyof About> {
  const { chainId, symbol, decimals, reason, seenAt } = deposit
  return {
    id: depositId(deposit),
    symbol,
    reason,
    chain: chainName(chainId),
    amount: formatBase(openBase(deposit), decimals),
    seenAt: seenAt.toISOString(),
  }
}

function paymentOf({ payment }: ListedPayment): Omit<Attention['payments'][number], keyof About>[] {
  const { provider, paid, reason, seenAt } = payment
  if (reason === null) return []
  return [
    {
      id: paymentName(payment),
      provider,
      reason,
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
      seenAt: seenAt.toISOString(),
    },
  ]
}
