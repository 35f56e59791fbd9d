import * as z from 'zod'
import { email, failsWith, fiatAmount, fiatCurrency, id, metadata, url } from './primitives.ts'

const sources = ['quoteId', 'linkId', 'amount'] as const

/** Exactly one of quoteId, linkId and amount says where the price comes from. */
export const createCheckoutSessionBody = z
  .strictObject({
    quoteId: id.optional(),
    linkId: id.optional(),
    amount: z.strictObject({ value: fiatAmount, currency: fiatCurrency }).optional(),
    chainId: z.int().positive().optional(),
    asset: z.string().min(1).max(20).optional(),
    customerEmail: email.nullable().default(null),
    metadata: metadata.nullable().default(null),
    successUrl: url.nullable().default(null),
    cancelUrl: url.nullable().default(null),
    returnUrl: url.nullable().default(null),
  })
  .superRefine((body, context) => {
    const [first, second] = sources.filter((source) => body[source] !== undefined)
    if (!first) {
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: 'or linkId or quoteId is required: it says where the price comes from',
        ...failsWith('parameter_missing'),
      })
    }
    if (second) {
      context.addIssue({
        code: 'custom',
        path: [second],
        message: `cannot be given together with ${first}: send exactly one of them`,
      })
    }
  })
  .superRefine((body, context) => {
    if (body.quoteId === undefined) return
    for (const param of ['chainId', 'asset'] as const) {
      if (body[param] === undefined) continue
      context.addIssue({
        code: 'custom',
        path: [param],
        message: 'cannot be given with quoteId: the quote has chain and asset',
      })
    }
  })

export type CreateCheckoutSessionBody = z.output<typeof createCheckoutSessionBody>
