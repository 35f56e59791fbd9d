import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { eitherMode, listLimit, modesOf, timedCursor } from '../../kernel/wire/operator-input.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { providerNames } from '../../records/integrations/rules/provider-name.ts'
import { paymentAdvice } from './rules/payment-advice.ts'
import { paymentName, paymentReasons } from './rules/provider-payment.ts'
import { type ListedPayment, pageUnmatchedPayments } from './store/provider-payments.ts'

const listedPayment = z.object({
  id: z.string(),
  mode: z.enum(modes),
  sessionId: z.string(),
  provider: z.enum(providerNames),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  reason: z.enum(paymentReasons),
  advice: z.string(),
  seenAt: timestamp,
  /** Its position in the list. */
  cursor: z.string(),
})

const paymentPage = z.object({
  payments: z.array(listedPayment),
  nextCursor: z.string().nullable(),
})

type PaymentPage = z.infer<typeof paymentPage>

export const listUnmatchedPayments = operatorOperation({
  name: 'list-unmatched-payments',
  role: 'viewer',
  command: 'integrations payments',
  input: z.strictObject({
    mode: eitherMode,
    limit: listLimit,
    before: timedCursor,
  }),
  output: paymentPage,
  touches: { table: 'read' },
  docs: {
    summary:
      'List payments by hosted providers that need a decision, with what to do, newest first',
  },
  /** Sorts payments of both modes together. */
  async run({ table }, { input: { mode: given, limit, before } }) {
    const pages = await Promise.all(
      modesOf(given).map((mode) => pageUnmatchedPayments(table, mode, { limit, before })),
    )
    const all = pages.flatMap(({ items }) => items.flatMap(present))
    const payments = all.sort((a, b) => (a.cursor < b.cursor ? 1 : -1)).slice(0, limit)
    const hasMore = all.length > payments.length || pages.some(({ nextCursor }) => nextCursor)
    return { result: { payments, nextCursor: hasMore ? (payments.at(-1)?.cursor ?? null) : null } }
  },
})

function present({ payment, cursor }: ListedPayment): PaymentPage['payments'] {
  const { mode, sessionId, provider, paid, reason, seenAt } = payment
  if (reason === null) return []
  return [
    {
      id: paymentName(payment),
      mode,
      sessionId,
      provider,
      reason,
      cursor,
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
      advice: paymentAdvice[reason],
      seenAt: seenAt.toISOString(),
    },
  ]
}
