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
      quoteId: id
        .optional()
        .describe('A quote that is neither consumed nor expired: it has price, chain and asset.'),
      linkId: id.optional().describe('A payment link that is active.'),
      amount: orderAmount.optional().describe('The price of an order of your own.'),
      chainId: chainId
        .optional()
        .describe('The network. Without it, the default one, and the customer can choose.'),
      asset: assetSymbol
        .optional()
        .describe('The coin or token, such as `USDC`. Without it, the default one of the network.'),
      customerEmail: email.nullable().default(null).describe('The customer’s, if you know it.'),
      metadata: metadata
        .nullable()
        .default(null)
        .describe(
          'What you want to find again with the session and its events, such as your order’s number.',
        ),
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
