import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { refund } from '../../../money/refunds/wire/refund.ts'
import { refundable } from '../../../money/refunds/wire/refundable.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { deliveryStatuses } from '../../../records/outbox/rules/webhook-delivery.ts'
import { explainedSession } from './explained-session.ts'

const delivery = z.lazy(() =>
  z.object({
    id: z.string(),
    eventType: z.string(),
    endpointId: z.string(),
    /** Null if the endpoint was deleted. */
    url: z.string().nullable(),
    status: z.enum(deliveryStatuses),
    attemptsMade: z.int(),
    nextAttemptAt: timestamp.nullable(),
    endedAt: timestamp.nullable(),
    createdAt: timestamp,
  }),
)

const action = z.lazy(() =>
  z.object({
    id: z.string(),
    action: z.string(),
    /** An email or an ARN; null for a terminal that proved nothing. */
    by: z.string().nullable(),
    note: z.string(),
    outcome: z.string(),
    createdAt: timestamp,
  }),
)

const sweep = z.lazy(() =>
  z.object({
    id: z.string(),
    chainId: z.int(),
    asset: z.string(),
    amount: z.string(),
    status: z.string(),
    txHash: z.string().nullable(),
    at: timestamp,
  }),
)

/** Money that can be accepted as the payment. */
const acceptable = z.lazy(() =>
  z.object({ name: z.string(), amount: z.string(), dismissed: z.boolean() }),
)

/** Templates with `{hash}` and `{address}`; null for a chain without an explorer. */
const explorer = z.lazy(() =>
  z.object({
    chainId: z.int(),
    name: z.string(),
    transaction: z.string().nullable(),
    address: z.string().nullable(),
  }),
)

/** A payment with everything that happened to it, and what its operator can do now. */
export const shownPayment = z.lazy(() =>
  explainedSession.unwrap().extend({
    /** Incremented by each change. */
    version: z.int(),
    customerEmail: z.string().nullable(),
    /** Null if no email was given. */
    customerId: z.string().nullable(),
    metadata: z.record(z.string(), z.union([z.string(), z.number()])),
    linkTitle: z.string().nullable(),
    reference: z.string().nullable(),
    provider: z.enum(providerNames).nullable(),
    settlement: z
      .object({
        outcome: z.enum(['accepted', 'dismissed']),
        from: z.string(),
        at: timestamp,
        note: z.string(),
      })
      .nullable(),
    deliveries: z.array(delivery),
    actions: z.array(action),
    sweeps: z.array(sweep),
    refunds: z.array(refund),
    refundable: z.array(refundable),
    /** Money that can be accepted; empty if the status can't be changed. */
    acceptable: z.array(acceptable),
    canDismiss: z.boolean(),
    explorers: z.array(explorer),
  }),
)

export type ShownPayment = z.infer<typeof shownPayment>
