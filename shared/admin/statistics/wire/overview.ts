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
   * By currency, as decimals: what was paid, what expired or failed and was not paid late on that day, and what was
   * refunded on that day.
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
  /** At the last price that sessions were priced by; null without one of the last day. */
  valueUsd: z.string().nullable(),
})

/** Whose payment it is about, and what it is for. */
const about = {
  sessionId: z.string(),
  customerEmail: z.string().nullable(),
  /** Of its payment link. */
  linkTitle: z.string().nullable(),
  /** The order's number, as its metadata says. */
  reference: z.string().nullable(),
  /** What it asks for; null if there is no such payment. */
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
  /** Whether sessions can be opened; the owner may have paused that, and a restore stops it. */
  newPayments: z.enum(['accepted', 'paused', 'restoring']),
  /** The oldest first, today last. */
  days: z.array(day),
  awaiting: z.array(awaited),
  /** Addresses that received money since the last sweep was planned: it is not in `awaiting` yet. */
  uncounted: z.int(),
  /** Sweeps under way: their money is not in `awaiting` anymore, and not in the payout wallets yet. */
  sweeping: z.int(),
  /** Whether more addresses hold money than were added up. */
  isPartial: z.boolean(),
  /** What the operator has to decide: the newest of each kind. */
  attention: z.object({
    underpaid: z.array(underpaid),
    overpaid: z.array(overpaid),
    deposits: z.array(deposit),
    payments: z.array(payment),
    /** Gas wallets as the sweep last found them. */
    gas: z.array(
      z.object({ chainId: z.int(), chain: z.string(), level: z.enum(['empty', 'low']) }),
    ),
    /** Webhook endpoints that fail, or that are disabled though nobody disabled them. */
    failingEndpoints: z.int(),
    /** Kinds of which there are more, or may be: only the newest are read. */
    more: z.array(z.enum(['underpaid', 'overpaid', 'deposits', 'payments'])),
  }),
})

export type Overview = z.infer<typeof overview>
