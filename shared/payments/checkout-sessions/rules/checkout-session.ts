import type { Mode } from '../../../kernel/mode.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'

export const sessionStatuses = [
  'pending',
  'detected',
  'paid',
  'underpaid',
  'overpaid',
  'expired',
  'paid_late',
  'failed',
] as const

export type SessionStatus = (typeof sessionStatuses)[number]

/** A price locked for one asset on one chain. */
export type PriceLock = {
  chainId: number
  asset: string
  /** ERC-20 contract; null for the chain's native coin. */
  tokenAddress: string | null
  decimals: number
  /** Amount due in base units. */
  amountBase: bigint
  unitPriceUsd: string
  expiresAt: Date
}

export const pricings = ['agreed', 'provisional', 'chosen'] as const

export type Pricing = (typeof pricings)[number]

export type Terms = {
  lock: PriceLock
  expiresAt: Date
  /** End of the grace window: `expiresAt` + grace. */
  lateUntil: Date
  confirmationsRequired: number
}

/** Results of the last scan, in base units of the lock's asset; for a closed session, of the scan that closed it. */
type Received = {
  /** At the head of the chain. Equals confirmed once the session is closed. */
  seenBase: bigint
  /** At the block that has the required number of confirmations, as nodes of two operators agree. */
  confirmedBase: bigint
  confirmations: number
}

/** An operator's decision about a closed session. */
export type Settlement = {
  outcome: 'accepted' | 'dismissed'
  /** The status in which the session was closed. */
  from: SessionStatus
  at: Date
  note: string
}

/** Refunds of the session's counted money, in base units of the lock's asset. */
type Refunds = {
  /** Total of refunds that are not canceled. */
  promisedBase: bigint
  /** Total of refunds that are done. */
  doneBase: bigint
}

/** A session's orders at hosted providers, beside its terms on the chain. */
export type ProviderOrders = {
  /** The provider of the payment that paid the session, else of the latest order. */
  name: ProviderName
  /** Until when the session waits for a confirmation; set by the first order, once. */
  expiresAt: Date
  /** The payment that paid the session; null if none did. */
  paymentId: string | null
  /** Whether the customer chose a coin afterwards. A payment through the provider still counts. */
  isLeft: boolean
}

export type CheckoutSession = Terms & {
  id: string
  mode: Mode
  /** The index shard of the session and of all its records; the first one if there is none. Never changes. */
  shard?: number | undefined
  /** Counts writes; every write is conditional on it. */
  version: number
  /** Counts events, so a receiver can drop stale ones. */
  sequence: number
  status: SessionStatus
  linkId: string | null
  address: string
  derivationIndex: number
  fiat: { amount: string; currency: string }
  /** ETH/USD at creation, whatever the asset. */
  ethPriceUsd: string
  /** Terms that the customer chose before. Money that arrives in time for one of them selects it again. */
  otherTerms: readonly Terms[]
  /** Whether the merchant selected the asset, so that the customer can't. */
  assetSelected: boolean
  /**
   * `agreed` at creation. A link's visitor sees no address at first, so their price is `provisional` until they do. It is
   * `chosen` once the customer chose a coin.
   */
  pricing: Pricing
  /** Transactions that the customer's wallet reported as sent, the latest last. Hints: nothing is believed of them. */
  reportedHashes: readonly string[]
  received: Received
  /** When a payment was first seen, by our clock; the re-check delay starts here. */
  firstSeenAt: Date | null
  /** When the last seen transfer was gone from the chain; null while any is on it. */
  vanishedAt: Date | null
  /** Set once the payment window is over and nothing is pending. */
  closedAt: Date | null
  /** Null until the customer first chose a hosted provider. */
  provider: ProviderOrders | null
  /** The operator's decision after it was closed, if any. */
  settlement: Settlement | null
  refunds: Refunds
  paidAt: Date | null
  txHash: string | null
  failureReason: string | null
  metadata: Record<string, string | number> | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
  customerEmail: string | null
  createdAt: Date
  /** The latest status change, or the creation. */
  updatedAt: Date
}

/** Seen but not confirmed yet. */
export function pendingBase({ received }: Pick<CheckoutSession, 'received'>): bigint {
  const { seenBase, confirmedBase } = received
  return seenBase > confirmedBase ? seenBase - confirmedBase : 0n
}

/** Whether the order may be shipped: paid, paid late, or paid with more than needed. */
export function isFulfillable(status: SessionStatus): boolean {
  return status === 'paid' || status === 'paid_late' || status === 'overpaid'
}
