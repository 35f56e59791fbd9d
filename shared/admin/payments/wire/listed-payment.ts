import * as z from 'zod'
import { formatBase } from '../../../kernel/money.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  type CheckoutSession,
  sessionStatuses,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { referenceIn } from '../../../payments/checkout-sessions/rules/reference.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'

/** A payment in the operator's list. Amounts are decimal numbers of `asset`. */
export const listedPayment = z.lazy(() =>
  z.object({
    id: z.string(),
    status: z.enum(sessionStatuses),
    fiat: z.object({ amount: z.string(), currency: z.string() }),
    chainId: z.int(),
    chainName: z.string(),
    asset: z.string(),
    amount: z.string(),
    /** The confirmed amount. */
    received: z.string(),
    /** The refunded part of `received`: refunds that are confirmed or reported. */
    refunded: z.string(),
    confirmations: z.int(),
    confirmationsRequired: z.int(),
    provider: z.enum(providerNames).nullable(),
    customerEmail: z.string().nullable(),
    linkId: z.string().nullable(),
    /** Null if it has no link, or if the link was deleted. */
    linkTitle: z.string().nullable(),
    /** The order number in its metadata. */
    reference: z.string().nullable(),
    /** An operator's decision about it after it closed. */
    settled: z.enum(['accepted', 'dismissed']).nullable(),
    isClosed: z.boolean(),
    createdAt: timestamp,
    paidAt: timestamp.nullable(),
  }),
)

export type ListedPayment = z.infer<typeof listedPayment>

export type PaymentNames = {
  /** Titles of links, by their ids. */
  titles: ReadonlyMap<string, string>
  chainName: (chainId: number) => string
}

export function presentListedPayment(
  session: CheckoutSession,
  { titles, chainName }: PaymentNames,
): ListedPayment {
  const { id, status, fiat, lock, received, linkId, customerEmail } = session
  return {
    id,
    status,
    fiat,
    linkId,
    customerEmail,
    chainId: lock.chainId,
    chainName: chainName(lock.chainId),
    asset: lock.asset,
    amount: formatBase(lock.amountBase, lock.decimals),
    received: formatBase(received.confirmedBase, lock.decimals),
    refunded: formatBase(session.refunds.doneBase, lock.decimals),
    confirmations: received.confirmations,
    confirmationsRequired: session.confirmationsRequired,
    provider: session.provider?.name ?? null,
    linkTitle: (linkId !== null && titles.get(linkId)) || null,
    reference: referenceIn(session.metadata),
    settled: session.settlement?.outcome ?? null,
    isClosed: session.closedAt !== null,
    createdAt: session.createdAt.toISOString(),
    paidAt: session.paidAt?.toISOString() ?? null,
  }
}
