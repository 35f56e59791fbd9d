import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { formatBase } from '../../../kernel/money.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  orderStatuses,
  type ProviderOrder,
} from '../../../merchant/providers/rules/provider-order.ts'
import {
  isUndecided,
  type ProviderPayment,
  paymentName,
  paymentReasons,
} from '../../../merchant/providers/rules/provider-payment.ts'
import {
  type CheckoutSession,
  pendingBase,
  sessionStatuses,
  type Terms,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { movementKinds, type OwnMovement } from '../../../payments/ledger/rules/address-movement.ts'
import type { Transfer } from '../../../payments/ledger/rules/transfer.ts'
import {
  depositId,
  type UnmatchedDeposit,
  unmatchedReasons,
} from '../../../payments/ledger/rules/unmatched-deposit.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { type Event, eventTypes } from '../../../records/outbox/rules/event.ts'
import type { StatusReason } from '../rules/status-words.ts'
import { statusReason } from './status-reason.ts'

const terms = z.lazy(() =>
  z.object({
    chainId: z.int(),
    chainName: z.string(),
    asset: z.string(),
    amount: z.string(),
    unitPriceUsd: z.string(),
    /** Until when that price is valid. */
    priceUntil: timestamp,
    expiresAt: timestamp,
    lateUntil: timestamp,
    confirmationsRequired: z.int(),
  }),
)

const transfer = z.lazy(() =>
  z.object({
    chainId: z.int(),
    asset: z.string(),
    amount: z.string(),
    blockNumber: z.string(),
    blockTime: timestamp,
    /** Null if the money is there but no transaction could be found. */
    txHash: z.string().nullable(),
    from: z.string().nullable(),
    /** Whether a reorg removed it. */
    orphaned: z.boolean(),
  }),
)

const movement = z.lazy(() =>
  z.object({
    kind: z.enum(movementKinds),
    chainId: z.int(),
    asset: z.string(),
    amount: z.string(),
    blockNumber: z.string(),
    txHash: z.string(),
  }),
)

const deposit = z.lazy(() =>
  z.object({
    id: z.string(),
    chainId: z.int(),
    chainName: z.string(),
    asset: z.string(),
    amount: z.string(),
    reason: z.enum(unmatchedReasons),
    seenAt: timestamp,
  }),
)

const providerOrder = z.lazy(() =>
  z.object({
    id: z.string(),
    provider: z.enum(providerNames),
    status: z.enum(orderStatuses),
    /** The provider's own word for it. */
    providerStatus: z.string().nullable(),
    startedAt: timestamp,
  }),
)

const providerPayment = z.lazy(() =>
  z.object({
    id: z.string(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    counts: z.boolean(),
    reason: z.enum(paymentReasons).nullable(),
    /** Whether an operator has to decide about it. */
    isUndecided: z.boolean(),
    seenAt: timestamp,
  }),
)

const event = z.lazy(() =>
  z.object({
    sequence: z.int(),
    id: z.string(),
    type: z.enum(eventTypes),
    createdAt: timestamp,
  }),
)

/**
 * A session as its operator sees it: all that is known of it, and why it has its status. Amounts are decimal numbers.
 */
export const explainedSession = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    status: z.enum(sessionStatuses),
    why: z.array(statusReason),
    linkId: z.string().nullable(),
    address: z.string(),
    fiat: z.object({ amount: z.string(), currency: z.string() }),
    terms,
    /** The terms that its customer chose before. */
    earlierTerms: z.array(terms),
    received: z.object({ confirmed: z.string(), pending: z.string(), confirmations: z.int() }),
    createdAt: timestamp,
    updatedAt: timestamp,
    firstSeenAt: timestamp.nullable(),
    vanishedAt: timestamp.nullable(),
    paidAt: timestamp.nullable(),
    closedAt: timestamp.nullable(),
    txHash: z.string().nullable(),
    failureReason: z.string().nullable(),
    transfers: z.array(transfer),
    movements: z.array(movement),
    unmatchedDeposits: z.array(deposit),
    /** Up to which block each chain was searched for tokens outside the registry. */
    unlistedSearches: z.array(z.object({ chainId: z.int(), throughBlock: z.string() })),
    providerOrders: z.array(providerOrder),
    providerPayments: z.array(providerPayment),
    events: z.array(event),
  }),
)

export type ExplainedSessionBody = z.infer<typeof explainedSession>
export type ExplainedTerms = ExplainedSessionBody['terms']
export type ExplainedTransfer = ExplainedSessionBody['transfers'][number]

/** The records about a session. */
export type SessionRecords = {
  why: StatusReason[]
  transfers: readonly Transfer[]
  movements: readonly OwnMovement[]
  deposits: readonly UnmatchedDeposit[]
  searches: readonly { chainId: number; throughBlock: bigint | null }[]
  events: readonly Event[]
  orders: readonly ProviderOrder[]
  payments: readonly ProviderPayment[]
}

type OnChain = Pick<Transfer, 'chainId' | 'tokenAddress'>

/** The names of chains and assets. */
export type AssetNames = {
  chainName: (chainId: number) => string
  asset: (of: OnChain) => { symbol: string; decimals: number }
}

/** A session with all its records. */
export function presentExplainedSession(
  session: CheckoutSession,
  { why, transfers, movements, deposits, searches, events, ...byProviders }: SessionRecords,
  names: AssetNames,
): ExplainedSessionBody {
  const { id, mode, status, linkId, address, fiat, txHash, failureReason, lock, received } = session
  return {
    id,
    mode,
    status,
    why,
    linkId,
    address,
    fiat,
    txHash,
    failureReason,
    terms: presentTerms(session, names),
    earlierTerms: session.otherTerms.map((earlier) => presentTerms(earlier, names)),
    received: {
      confirmed: formatBase(received.confirmedBase, lock.decimals),
      pending: formatBase(pendingBase(session), lock.decimals),
      confirmations: received.confirmations,
    },
    ...momentsOf(session),
    transfers: transfers.map((each) => presentTransfer(each, names)).toSorted(byBlockTime),
    movements: movements.map((each) => ({
      kind: each.kind,
      ...amountOf(each, names),
      blockNumber: String(each.blockNumber),
      txHash: each.txHash,
    })),
    unmatchedDeposits: deposits.map((each) => presentDeposit(each, names)),
    unlistedSearches: searches
      .filter(({ throughBlock }) => throughBlock !== null)
      .map(({ chainId, throughBlock }) => ({ chainId, throughBlock: String(throughBlock) })),
    providerOrders: byProviders.orders.map(presentOrder),
    providerPayments: byProviders.payments.map(presentPayment),
    events: events.map(presentEvent).toSorted((a, b) => a.sequence - b.sequence),
  }
}

function presentTerms(
  { lock, expiresAt, lateUntil, confirmationsRequired }: Terms,
  { chainName }: AssetNames,
): ExplainedTerms {
  const { chainId, asset, amountBase, decimals, unitPriceUsd } = lock
  return {
    chainId,
    chainName: chainName(chainId),
    asset,
    amount: formatBase(amountBase, decimals),
    unitPriceUsd,
    priceUntil: lock.expiresAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lateUntil: lateUntil.toISOString(),
    confirmationsRequired,
  }
}

function momentsOf(session: CheckoutSession) {
  return {
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    firstSeenAt: session.firstSeenAt?.toISOString() ?? null,
    vanishedAt: session.vanishedAt?.toISOString() ?? null,
    paidAt: session.paidAt?.toISOString() ?? null,
    closedAt: session.closedAt?.toISOString() ?? null,
  }
}

function presentTransfer(found: Transfer, names: AssetNames): ExplainedTransfer {
  const { blockNumber, blockTime, txHash, from, orphaned } = found
  const block = { blockNumber: String(blockNumber), blockTime: blockTime.toISOString() }
  return { ...amountOf(found, names), ...block, txHash, from, orphaned }
}

function byBlockTime(a: ExplainedTransfer, b: ExplainedTransfer): number {
  return Number(a.blockTime > b.blockTime) - Number(a.blockTime < b.blockTime)
}

function presentDeposit(
  unmatched: UnmatchedDeposit,
  { chainName }: AssetNames,
): ExplainedSessionBody['unmatchedDeposits'][0] {
  const { chainId, symbol: asset, decimals, amountBase, reason, seenAt } = unmatched
  return {
    id: depositId(unmatched),
    chainId,
    chainName: chainName(chainId),
    asset,
    amount: formatBase(amountBase, decimals),
    reason,
    seenAt: seenAt.toISOString(),
  }
}

function presentOrder(order: ProviderOrder): ExplainedSessionBody['providerOrders'][0] {
  const { id, provider, status, vendorStatus: providerStatus, startedAt } = order
  return { id, provider, status, providerStatus, startedAt: startedAt.toISOString() }
}

function presentPayment(payment: ProviderPayment): ExplainedSessionBody['providerPayments'][0] {
  const { paid, isCounted: counts, reason, seenAt } = payment
  return {
    id: paymentName(payment),
    counts,
    reason,
    amount: paid?.amount ?? null,
    currency: paid?.currency ?? null,
    isUndecided: isUndecided(payment),
    seenAt: seenAt.toISOString(),
  }
}

const sequenced = z.lazy(() => z.looseObject({ sequence: z.int() }))

function presentEvent({ id, type, createdAt, data }: Event): ExplainedSessionBody['events'][0] {
  return { sequence: sequenced.parse(data).sequence, id, type, createdAt: createdAt.toISOString() }
}

function amountOf({ amountBase, ...of }: OnChain & { amountBase: bigint }, names: AssetNames) {
  const { symbol, decimals } = names.asset(of)
  return { chainId: of.chainId, asset: symbol, amount: formatBase(amountBase, decimals) }
}
