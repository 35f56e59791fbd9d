import * as z from 'zod'
import { chainById } from '../chain/chains.ts'
import { modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { listLimit } from '../operators/wire/operator-input.ts'
import { linkTitles } from '../payment-links/store/link-titles.ts'
import { sessionStatuses } from './rules/checkout-session.ts'
import { listPayments as readPayments } from './store/payment-list.ts'
import { listedPayment, presentListedPayment } from './wire/listed-payment.ts'

/** What a list of payments can be narrowed to. */
export const paymentFilter = z.lazy(() =>
  z.strictObject({
    mode: z.enum(modes),
    statuses: z.array(z.enum(sessionStatuses)).max(8).default([]),
    linkId: z.string().max(100).optional(),
    chainId: z.int().optional(),
    asset: z.string().max(20).optional(),
    /** Created at or after, and at or before. */
    createdAfter: z.iso.datetime().optional(),
    createdBefore: z.iso.datetime().optional(),
  }),
)

const page = z.lazy(() =>
  z.object({ payments: z.array(listedPayment), nextCursor: z.string().nullable() }),
)

export type ListedPayments = z.infer<typeof page>

export const listPayments = operatorOperation({
  name: 'list-payments',
  role: 'viewer',
  command: 'sessions list',
  group: 'payments',
  input: z.lazy(() =>
    paymentFilter.unwrap().extend({
      limit: listLimit,
      /** `nextCursor` of the previous page. */
      after: z.string().max(100).optional(),
    }),
  ),
  output: page,
  touches: { table: 'read' },
  docs: { summary: 'List payments, newest first' },
})

/** A page may be short, even empty, and still not be the last: then older payments follow under its cursor. */
export async function runListPayments(
  { table }: { table: Table },
  { input: { limit, after, ...filter } }: OperatorInputOf<typeof listPayments>,
): Promise<Decision<ListedPayments>> {
  const wanted = { ...filterOf(filter), before: after }
  const { items, nextCursor } = await readPayments(table, wanted, { limit })
  const titles = await linkTitles(
    table,
    filter.mode,
    items.flatMap(({ linkId }) => linkId ?? []),
  )
  const payments = items.map((session) => presentListedPayment(session, { titles, chainName }))
  return { result: { payments, nextCursor } }
}

function chainName(chainId: number): string {
  return chainById(chainId)?.name ?? `chain ${chainId}`
}

/** The filter with its times as dates. */
export function filterOf({
  createdAfter,
  createdBefore,
  ...filter
}: z.infer<typeof paymentFilter>): Parameters<typeof readPayments>[1] {
  return {
    ...filter,
    createdAfter: createdAfter ? new Date(createdAfter) : undefined,
    createdBefore: createdBefore ? new Date(createdBefore) : undefined,
  }
}
