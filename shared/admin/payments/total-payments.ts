import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { pageOfPayments, paymentFilter } from './list-payments.ts'
import { sumPayments } from './rules/sum-payments.ts'

const totals = z.lazy(() =>
  z.object({
    count: z.int(),
    /** By currency, as decimals: what was asked for, and what of that was paid. */
    sums: z.array(z.object({ currency: z.string(), asked: z.string(), paid: z.string() })),
    /** Whether there may be more payments than were added up. */
    isPartial: z.boolean(),
  }),
)

export const totalPayments = operatorOperation({
  name: 'total-payments',
  role: 'viewer',
  command: 'sessions total',
  group: 'payments',
  input: paymentFilter,
  output: totals,
  touches: { table: 'read' },
  docs: { summary: 'Say how many payments there are, and add up their prices' },
  async run({ table }, { input }) {
    const found: CheckoutSession[] = []
    let after: string | undefined
    let isPartial = true
    for (let page = 0; page < mostPages && isPartial; page++) {
      const { items, nextCursor } = await pageOfPayments(table, input, { limit: perPage, after })
      found.push(...items)
      after = nextCursor ?? undefined
      isPartial = nextCursor !== null
    }
    return { result: { count: found.length, sums: sumPayments(found), isPartial } }
  },
})

const perPage = 500
/** So that the cost of a response doesn't grow with what there is. */
const mostPages = 4
