import * as z from 'zod'
import { orderAmount } from '../../../kernel/wire/amounts.ts'
import { email } from '../../../kernel/wire/email.ts'
import { exactlyOneOf, whenGiven } from '../../../kernel/wire/exactly-one.ts'
import { metadata } from '../../../kernel/wire/metadata.ts'
import { assetSymbol, chainId, id } from '../../../kernel/wire/primitives.ts'
import { redirectUrl } from '../../../kernel/wire/url.ts'

/** Exactly one of quoteId, linkId and amount is the source of the price. */
export const createCheckoutSessionBody = z.lazy(() =>
  z
    .strictObject({
      quoteId: id.optional(),
      linkId: id.optional(),
      amount: orderAmount.optional(),
      chainId: chainId.optional(),
      asset: assetSymbol.optional(),
      customerEmail: email.nullable().default(null),
      metadata: metadata.nullable().default(null),
      successUrl: redirectUrl.successUrl.default(null),
      cancelUrl: redirectUrl.cancelUrl.default(null),
      returnUrl: redirectUrl.returnUrl.default(null),
    })
    .superRefine(exactlyOneOf(['quoteId', 'linkId', 'amount']))
    .superRefine((body, context) => {
      if (body.quoteId === undefined) return
      for (const param of ['chainId', 'asset'] as const) {
        if (body[param] === undefined) continue
        context.addIssue({
          code: 'custom',
          path: [param],
          message: 'must be left out with quoteId, because the quote has chain and asset',
        })
      }
    })
    .meta({
      description:
        'Pass exactly one of `quoteId`, `linkId` and `amount` as the source of the price.',
      ...whenGiven('quoteId', ['linkId', 'amount', 'chainId', 'asset'], {
        oneOf: [{ required: ['linkId'] }, { required: ['amount'] }],
      }),
    }),
)
