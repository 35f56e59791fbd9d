import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { paymentReasons } from '../../../merchant/providers/rules/provider-payment.ts'
import { unmatchedReasons } from '../../../payments/ledger/rules/unmatched-deposit.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'

const counts = z.object({
  created: z.int(),
  paid: z.int(),
  paidLate: z.int(),
  overpaid: z.int(),
  underpaid: z.int(),
  expired: z.int(),
  failed: z.int(),
  refunded: z.int(),
})

const day = z.object({
  /** In UTC, such as `2026-03-01`. */
  day: z.string(),
  counts,
  /**
   * By currency, as decimals: the volume that was paid, the volume that expired or failed and was not paid late on that
   * day, and the refunds of that day.
   */
  volumes: z.array(
    z.object({
      currency: z.string(),
      completed: z.string(),
      lost: z.string(),
      refunded: z.string(),
    }),
  ),
})

const awaited = z.object({
  chainId: z.int(),
  chain: z.string(),
  asset: z.string(),
  amount: z.string(),
  addresses: z.int(),
  /** At the price that sessions were last priced by; null if none is from the last day. */
  valueUsd: z.string().nullable(),
})

/** Details of the payment. */
const about = {
  sessionId: z.string(),
  customerEmail: z.string().nullable(),
  /** The title of its payment link. */
  linkTitle: z.string().nullable(),
  /** The order number in its metadata. */
  reference: z.string().nullable(),
  /** The price; null if there is no such payment. */
  fiat: z.object({ amount: z.string(), currency: z.string() }).nullable(),
}

const underpaid = z.object({
  ...about,
  received: z.string(),
  missing: z.string(),
  asset: z.string(),
  chain: z.string(),
  closedAt: timestamp,
})

const overpaid = z.object({
  ...about,
  received: z.string(),
  excess: z.string(),
  asset: z.string(),
  chain: z.string(),
  closedAt: timestamp,
})

const deposit = z.object({
  ...about,
  id: z.string(),
  amount: z.string(),
  symbol: z.string(),
  chain: z.string(),
  reason: z.enum(unmatchedReasons),
  seenAt: timestamp,
})

const payment = z.object({
  ...about,
  id: z.string(),
  provider: z.enum(providerNames),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  reason: z.enum(paymentReasons),
  seenAt: timestamp,
})

export const overview = z.object({
  mode: z.enum(modes),
  at: timestamp,
  /** Whether sessions can be created; the owner may have paused that, and a restore stops it. */
  newPayments: z.enum(['accepted', 'paused', 'restoring']),
  /** The oldest first, today last. */
  days: z.array(day),
  awaiting: z.array(awaited),
  /** Addresses that received money after the last sweep was planned: it is not in `awaiting` yet. */
  uncounted: z.int(),
  /** Sweeps in progress: their money is not in `awaiting` any more, and not in the payout wallets yet. */
  sweeping: z.int(),
  /** Whether more addresses hold money than were added up. */
  isPartial: z.boolean(),
  /** Open decisions of the operator: the newest of each kind. */
  attention: z.object({
    underpaid: z.array(underpaid),
    overpaid: z.array(overpaid),
    deposits: z.array(deposit),
    payments: z.array(payment),
    /** Gas wallets as the last sweep found them. */
    gas: z.array(
      z.object({ chainId: z.int(), chain: z.string(), level: z.enum(['empty', 'low']) }),
    ),
    /** Webhook endpoints that fail, or that were disabled automatically. */
    failingEndpoints: z.int(),
    /** Kinds that have more, or may have: only the newest are read. */
    more: z.array(z.enum(['underpaid', 'overpaid', 'deposits', 'payments'])),
  }),
})

export type Overview = z.infer<typeof overview>
