import { smaller } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  isAcceptable,
  type ProviderPayment,
  paymentName,
} from '../../merchant/providers/rules/provider-payment.ts'
import { paymentsOfSession } from '../../merchant/providers/store/provider-payments.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { statusWhenClosed } from '../../payments/checkout-sessions/rules/settle-session.ts'
import {
  depositId,
  type UnmatchedDeposit,
  unmatchedPart,
} from '../../payments/ledger/rules/unmatched-deposit.ts'
import { loadLedger } from '../../payments/ledger/scanning/count-money.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { refusePayment } from './rules/payment-refusals.ts'

export type Acceptable = OnChainMoney | ReportedPayment

type ReportedPayment = { name: string; isDismissed: boolean; payment: ProviderPayment }

/** Money at a session's address. */
export type OnChainMoney = {
  /** `counted`, or the id of a deposit. */
  name: string
  chainId: number
  tokenAddress: string | null
  symbol: string
  decimals: number
  amountBase: bigint
  /** Whether an operator decided that it doesn't count as a payment. */
  isDismissed: boolean
  /** How much of it is still there, given the total that the address received of the asset. */
  partOf: (receivedBase: bigint) => bigint
  /** Absent for money that the session counted itself. */
  deposit?: UnmatchedDeposit
}

export function isOnChain(money: Acceptable): money is OnChainMoney {
  return !('payment' in money)
}

/** All money that can be accepted for a closed session, as last recorded. */
export async function acceptableMoney(
  table: Table,
  session: CheckoutSession,
): Promise<Acceptable[]> {
  const { mode, id: sessionId } = session
  const [onChain, payments] = await Promise.all([
    moneyAtAddress(table, session),
    paymentsOfSession(table, { mode, sessionId }),
  ])
  const reported = payments.filter(isAcceptable)
  return [
    ...onChain,
    ...reported.map((payment) => ({
      name: paymentName(payment),
      isDismissed: payment.dismissedAt !== null,
      payment,
    })),
  ]
}

/** Only money in listed assets. */
async function moneyAtAddress(table: Table, session: CheckoutSession): Promise<OnChainMoney[]> {
  const { mode, id: sessionId, lock } = session
  const [deposits, { transfers }] = await Promise.all([
    loadUnmatchedDeposits(table, { mode, sessionId }),
    loadLedger(table, session),
  ])
  const unmatched = deposits
    .filter(({ amountBase, acceptedBase }) => amountBase > acceptedBase)
    // Money from before the session is not its customer's payment, and anyone can create an unlisted token.
    .filter(({ reason }) => reason !== 'before_session' && reason !== 'unlisted')
    .map((deposit): OnChainMoney => {
      const { chainId, tokenAddress, symbol, decimals, amountBase, dismissedBase } = deposit
      const isDismissed = dismissedBase >= amountBase
      const partOf = (receivedBase: bigint) =>
        unmatchedPart(session, transfers, { chainId, tokenAddress, receivedBase }).amountBase
      const asset = { chainId, tokenAddress, symbol, decimals }
      return { name: depositId(deposit), ...asset, amountBase, isDismissed, partOf, deposit }
    })
  const standingBase = transfers
    .filter(({ orphaned }) => !orphaned)
    .reduce((sum, { amountBase }) => sum + amountBase, 0n)
  const countedBase = smaller(standingBase, session.received.confirmedBase)
  if (countedBase === 0n || statusWhenClosed(session) !== 'underpaid') return unmatched
  const { chainId, tokenAddress, asset: symbol, decimals } = lock
  const partOf = (receivedBase: bigint) => smaller(receivedBase, countedBase)
  const asset = { chainId, tokenAddress, symbol, decimals }
  const isDismissed = session.settlement?.outcome === 'dismissed'
  const own = { ...asset, amountBase: countedBase, isDismissed, partOf }
  return [{ name: 'counted', ...own }, ...unmatched]
}

/** Returns the named money, each once. Throws if there is none, or if a name is unknown. */
export function namedMoney(
  acceptable: readonly Acceptable[],
  names: readonly string[],
): Acceptable[] {
  const choice = acceptable.map(({ name }) => name).join(', ')
  if (acceptable.length === 0) throw refusePayment('nothing_to_accept')
  if (names.length === 0) throw refusePayment('no_money_named', { choice })
  return [...new Set(names)].map((name) => {
    const found = acceptable.find((each) => each.name === name)
    if (found) return found
    throw refusePayment('no_such_money', { name, choice })
  })
}
