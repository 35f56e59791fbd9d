import * as z from 'zod'
import { chainName } from '../../chain/chains.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import {
  type CheckoutSession,
  sessionStatuses,
} from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { linkTitles } from '../../records/payment-links/store/link-titles.ts'
import { paymentsWithText } from './payments-with-text.ts'
import { listPayments as readPayments } from './store/payment-list.ts'
import { listedPayment, type PaymentNames, presentListedPayment } from './wire/listed-payment.ts'

const price = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)

export const paymentFilter = z.lazy(() =>
  z.strictObject({
    mode: z.enum(modes),
    statuses: z.array(z.enum(sessionStatuses)).max(8).default([]),
    /** The beginnings of words, or a whole address, hash or id, as in a search. */
    text: z.string().trim().max(500).optional(),
    linkId: z.string().max(100).optional(),
    customerId: z.string().max(100).optional(),
    undecided: z
      .boolean()
      .optional()
      .describe('only those that closed under- or overpaid, and wait for a decision'),
    chainId: z.int().optional(),
    asset: z.string().max(20).optional(),
    /** The price, in whatever currency it is. */
    minPrice: price.optional(),
    maxPrice: price.optional(),
    /** Both times are inclusive. */
    createdAfter: z.iso.datetime().optional(),
    createdBefore: z.iso.datetime().optional(),
  }),
)

const page = z.lazy(() =>
  z.object({ payments: z.array(listedPayment), nextCursor: z.string().nullable() }),
)

export const listPayments = operatorOperation({
  name: 'list-payments',
  role: 'viewer',
  command: 'sessions list',
  group: 'payments',
  input: z.lazy(() =>
    paymentFilter.unwrap().extend({
      limit: listLimit,
      after: listCursor('checkoutSession'),
    }),
  ),
  output: page,
  touches: { table: 'read' },
  docs: { summary: 'List payments, newest first' },
  /** A page may be short, even empty, and still not be the last: then older payments follow under its cursor. */
  async run({ table }, { input: { limit, after, ...filter } }) {
    const { items, names, nextCursor } = await pageOfPayments(table, filter, { limit, after })
    const payments = items.map((session) => presentListedPayment(session, names))
    return { result: { payments, nextCursor } }
  },
})

/** The payments of a page, and the names for showing them. */
export async function pageOfPayments(
  table: Table,
  filter: z.infer<typeof paymentFilter>,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ items: CheckoutSession[]; names: PaymentNames; nextCursor: string | null }> {
  const { text, ...wanted } = { ...filterOf(filter), before: after }
  const { items, nextCursor } = text
    ? await paymentsWithText(table, { ...wanted, text }, { limit })
    : await readPayments(table, wanted, { limit })
  const linkIds = items.flatMap(({ linkId }) => linkId ?? [])
  const titles = await linkTitles(table, filter.mode, linkIds)
  return { items, names: { titles, chainName }, nextCursor }
}

/** Converts the filter's times to dates. */
function filterOf({
  createdAfter,
  createdBefore,
  ...filter
}: z.infer<typeof paymentFilter>): Parameters<typeof readPayments>[1] & {
  text?: string | undefined
} {
  return {
    ...filter,
    createdAfter: createdAfter ? new Date(createdAfter) : undefined,
    createdBefore: createdBefore ? new Date(createdBefore) : undefined,
  }
}
