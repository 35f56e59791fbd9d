import * as z from 'zod'
import { formatBase } from '../../kernel/money.ts'
import { amount, fiat, orderAmount } from '../../kernel/wire/amounts.ts'
import { exactlyOneOf, whenGiven } from '../../kernel/wire/exactly-one.ts'
import { assetSymbol, chainId, id, timestamp } from '../../kernel/wire/primitives.ts'
import { quoteExample } from '../../openapi/resource-examples.ts'
import type { Quote } from '../rules/quote.ts'

/** Exactly one of linkId and amount says where the price comes from. */
export const createQuoteBody = z
  .strictObject({
    linkId: id.optional(),
    amount: orderAmount.optional(),
    chainId: chainId.optional(),
    asset: assetSymbol.optional(),
  })
  .superRefine(exactlyOneOf(['linkId', 'amount']))
  .meta({
    description: 'Exactly one of `linkId` and `amount` says where the price comes from.',
    ...whenGiven('linkId', ['amount'], { required: ['amount'] }),
  })

export const quote = z
  .object({
    id: z.string(),
    object: z.literal('quote'),
    linkId: z.string().nullable(),
    chainId: z.int(),
    asset: z.string(),
    tokenAddress: z.string().nullable(),
    amount,
    fiat,
    unitPriceUsd: z.string(),
    expiresAt: timestamp,
    consumed: z.boolean(),
    checkoutSessionId: z.string().nullable(),
    livemode: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'Quote', examples: [quoteExample] })

/** The quote as the API shows it. */
export function presentQuote({ lock, ...quoted }: Quote): z.infer<typeof quote> {
  return {
    id: quoted.id,
    object: 'quote',
    linkId: quoted.linkId,
    chainId: lock.chainId,
    asset: lock.asset,
    tokenAddress: lock.tokenAddress,
    amount: {
      base: lock.amountBase.toString(),
      formatted: formatBase(lock.amountBase, lock.decimals),
      decimals: lock.decimals,
    },
    fiat: quoted.fiat,
    unitPriceUsd: lock.unitPriceUsd,
    expiresAt: lock.expiresAt.toISOString(),
    consumed: quoted.checkoutSessionId !== null,
    checkoutSessionId: quoted.checkoutSessionId,
    livemode: quoted.mode === 'live',
    createdAt: quoted.createdAt.toISOString(),
  }
}
