import type { Mode } from '../../../kernel/mode.ts'
import { larger, smaller } from '../../../kernel/money.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { isPaidByProvider } from '../../../payments/checkout-sessions/rules/provider-window.ts'
import { statusWhenClosed } from '../../../payments/checkout-sessions/rules/settle-session.ts'
import type { UnmatchedDeposit } from '../../../payments/ledger/rules/unmatched-deposit.ts'

export const refundStatuses = [
  'awaiting_address',
  'ready',
  'sent',
  'confirmed',
  'reported',
  'canceled',
] as const

export type RefundStatus = (typeof refundStatuses)[number]

export const addressGivers = ['customer', 'merchant', 'operator'] as const

export type AddressGiver = (typeof addressGivers)[number]

/** The payment of a transaction that a refund was sent with. */
export type RefundTransfer = {
  txHash: string
  /** The position of its log among those of the transaction; null for the native coin. */
  position: number | null
  from: string
  blockNumber: bigint
  blockHash: string
}

/** A payment that was found for a refund; `isByBalance` if only the address's balance shows it. */
export type FoundPayment = { transfer: RefundTransfer; isByBalance: boolean }

/** Money that goes back to a customer from a wallet of the owner's; the service sends none of it. */
export type Refund = {
  id: string
  mode: Mode
  /** Counts writes; every write is conditional on it. */
  version: number
  status: RefundStatus
  sessionId: string
  /** The unmatched deposit that is refunded; null for the session's counted money. */
  depositId: string | null
  chainId: number
  symbol: string
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  decimals: number
  amountBase: bigint
  /** Confirmations that its transfer needs. */
  confirmationsRequired: number
  reason: string | null
  /** With its checksum; null until somebody gave it. Only a new refund has another one. */
  address: string | null
  givenBy: AddressGiver | null
  /** Another wallet than the payout wallet that it will be sent from, if the merchant named one. */
  sender: string | null
  /** SHA-256 of the claim link's secret, in base64; null if nobody needs a link. */
  claimHash: string | null
  claimExpiresAt: Date | null
  transfer: RefundTransfer | null
  /** The bank's or exchange's reference; only for a refund that is reported without proof. */
  reference: string | null
  /** The last block that was searched for its transfer. */
  searchedTo: bigint | null
  /** The payment can't be older than this. */
  paidSince: Date
  readyAt: Date | null
  completedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A customer's link ends after 30 days. */
export const claimLifetimeMs = 30 * 86_400_000

/** How much of the payment is reserved for it and can't be refunded again. */
export function promisedBase({ status, amountBase }: Pick<Refund, 'status' | 'amountBase'>) {
  return status === 'canceled' ? 0n : amountBase
}

export function doneBase({ status, amountBase }: Pick<Refund, 'status' | 'amountBase'>): bigint {
  return status === 'confirmed' || status === 'reported' ? amountBase : 0n
}

type Refundable = Pick<
  CheckoutSession,
  'status' | 'settlement' | 'received' | 'provider' | 'refunds' | 'closedAt'
>

/**
 * How much of what a session counted can still be refunded. While it is open, its customer may choose another coin, and
 * more may arrive.
 */
export function refundableOfSession(session: Refundable): bigint {
  if (session.closedAt === null) return 0n
  // What came too late or beside a provider's payment is an unmatched deposit.
  if (statusWhenClosed(session) === 'expired' || isPaidByProvider(session)) return 0n
  return larger(0n, session.received.confirmedBase - session.refunds.promisedBase)
}

/** The part of an unmatched deposit that can still be refunded. Anyone can create an unlisted token. */
export function refundableOfDeposit({
  amountBase,
  promisedBase: promised,
  reason,
}: Pick<UnmatchedDeposit, 'amountBase' | 'promisedBase' | 'reason'>): bigint {
  return reason === 'unlisted' ? 0n : larger(0n, amountBase - promised)
}

type Given = { address: string; by: AddressGiver; now: Date }

/** Undefined unless it waits for one. */
export function withAddress(refund: Refund, { address, by, now }: Given): Refund | undefined {
  if (refund.status !== 'awaiting_address') return undefined
  return { ...refund, status: 'ready', address, givenBy: by, readyAt: now, updatedAt: now }
}

/** Undefined unless it waits for its transfer. */
export function sentWith(refund: Refund, transfer: RefundTransfer, now: Date): Refund | undefined {
  if (refund.status !== 'ready') return undefined
  return { ...refund, status: 'sent', transfer, updatedAt: now }
}

/** The refund with its transfer as it is in a block now. Undefined unless it was sent. */
export function confirmedAt(
  refund: Refund,
  transfer: RefundTransfer,
  now: Date,
): Refund | undefined {
  if (refund.status !== 'sent') return undefined
  const standing = { ...refund.transfer, ...transfer }
  return { ...refund, status: 'confirmed', transfer: standing, completedAt: now, updatedAt: now }
}

/** After its transfer is gone from the chain: it waits again, and is searched for from the transfer's block on. */
export function vanished(refund: Refund, now: Date): Refund | undefined {
  const { status, transfer, searchedTo } = refund
  if (status !== 'sent' || !transfer) return undefined
  const before = transfer.blockNumber - 1n
  const from = searchedTo === null ? null : smaller(searchedTo, before)
  return { ...refund, status: 'ready', transfer: null, searchedTo: from, updatedAt: now }
}

/** Undefined if a transfer was found, or if the refund has ended. */
export function reportedAs(refund: Refund, reference: string, now: Date): Refund | undefined {
  if (refund.status !== 'ready' && refund.status !== 'awaiting_address') return undefined
  return { ...refund, status: 'reported', reference, completedAt: now, updatedAt: now }
}

/** Undefined if nothing can be canceled, or if it was sent and `evenIfSent` is false. */
export function canceled(
  refund: Refund,
  { now, evenIfSent }: { now: Date; evenIfSent: boolean },
): Refund | undefined {
  if (refund.status === 'canceled') return undefined
  const isWaiting = refund.status === 'awaiting_address' || refund.status === 'ready'
  if (!isWaiting && !evenIfSent) return undefined
  return { ...refund, status: 'canceled', updatedAt: now }
}
