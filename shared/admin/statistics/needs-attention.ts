import { chainById } from '../../chain/chains.ts'
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
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { depositId, openBase } from '../../payments/ledger/rules/unmatched-deposit.ts'
import {
  type ListedDeposit,
  pageUnmatchedDeposits,
} from '../../payments/ledger/store/unmatched-deposits.ts'
import type { Overview } from './wire/overview.ts'

type Attention = Overview['attention']

/** So many of each kind are shown. */
const shown = 5

/** Such sessions are few, and most of the newest are undecided. */
const sessionsRead = 50

/** What the operator of a mode with these chains has to decide: one query each of five kinds. */
export async function needsAttention(
  table: Table,
  mode: Mode,
  chainIds: readonly number[],
): Promise<Attention> {
  const limit = { limit: shown }
  const [short, long, deposits, payments, gas] = await Promise.all([
    listCheckoutSessions(table, { mode, status: 'underpaid' }, { limit: sessionsRead }),
    listCheckoutSessions(table, { mode, status: 'overpaid' }, { limit: sessionsRead }),
    pageUnmatchedDeposits(table, mode, limit),
    pageUnmatchedPayments(table, mode, limit),
    lowGasWallets(table, mode),
  ])
  const underpaid = short.items.flatMap(underpaidOf)
  const overpaid = long.items.flatMap(overpaidOf)
  const more: Attention['more'] = []
  if (underpaid.length > shown || short.nextCursor !== null) more.push('underpaid')
  if (overpaid.length > shown || long.nextCursor !== null) more.push('overpaid')
  if (deposits.nextCursor !== null) more.push('deposits')
  if (payments.nextCursor !== null) more.push('payments')
  return {
    underpaid: underpaid.slice(0, shown),
    overpaid: overpaid.slice(0, shown),
    deposits: deposits.items.map(depositOf),
    payments: payments.items.flatMap(paymentOf),
    gas: gas
      .filter(({ chainId }) => chainIds.includes(chainId))
      .map(({ chainId, level }) => ({ chainId, chain: chainName(chainId), level })),
    more,
  }
}

function chainName(chainId: number): string {
  return chainById(chainId)?.name ?? String(chainId)
}

/** A closed session that nobody has decided about. */
function underpaidOf(session: CheckoutSession): Attention['underpaid'] {
  const undecided = undecidedOf(session)
  if (!undecided) return []
  const { differenceBase, ...rest } = undecided
  return [{ ...rest, missing: formatBase(-differenceBase, session.lock.decimals) }]
}

/** What is shown of a session whose customer sent too much. */
function overpaidOf(session: CheckoutSession): Attention['overpaid'] {
  const undecided = undecidedOf(session)
  if (!undecided) return []
  const { differenceBase, ...rest } = undecided
  return [{ ...rest, excess: formatBase(differenceBase, session.lock.decimals) }]
}

function undecidedOf({ id: sessionId, lock, received, closedAt, settlement }: CheckoutSession) {
  if (!closedAt || settlement) return undefined
  return {
    sessionId,
    asset: lock.asset,
    chain: chainName(lock.chainId),
    received: formatBase(received.confirmedBase, lock.decimals),
    differenceBase: received.confirmedBase - lock.amountBase,
    closedAt: closedAt.toISOString(),
  }
}

function depositOf({ deposit }: ListedDeposit): Attention['deposits'][number] {
  const { sessionId, chainId, symbol, decimals, reason, seenAt } = deposit
  return {
    id: depositId(deposit),
    sessionId,
    symbol,
    reason,
    chain: chainName(chainId),
    amount: formatBase(openBase(deposit), decimals),
    seenAt: seenAt.toISOString(),
  }
}

function paymentOf({ payment }: ListedPayment): Attention['payments'] {
  const { sessionId, provider, paid, reason, seenAt } = payment
  if (reason === null) return []
  return [
    {
      id: paymentName(payment),
      sessionId,
      provider,
      reason,
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
      seenAt: seenAt.toISOString(),
    },
  ]
}
