import * as z from 'zod'
import { formatBase } from '../../../kernel/money.ts'
import { amount, fiat } from '../../../kernel/wire/amounts.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { Quote } from '../rules/quote.ts'
import { quoteExample } from './quote-example.ts'

export const quote = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('quote'),
      linkId: z
        .string()
        .nullable()
        .describe('The payment link that it is for; null for an order of your own.'),
      chainId: z.int().describe('The network.'),
      asset: z.string().describe('The symbol of the coin or token.'),
      tokenAddress: z.string().nullable().describe('The token’s contract; null for a native coin.'),
      amount: amount.describe('What a session with this quote asks for.'),
      fiat: fiat.describe('The price, as it was given.'),
      unitPriceUsd: z.string().describe('Price of one unit of the asset.'),
      expiresAt: timestamp.describe('Until when it can be used.'),
      consumed: z.boolean().describe('Whether a session has used it.'),
      checkoutSessionId: z.string().nullable().describe('The session that has used it.'),
      livemode: z.boolean(),
      createdAt: timestamp,
    })
    .meta({ id: 'Quote', examples: [quoteExample] }),
)

export type QuoteBody = z.infer<typeof quote>

/** The quote as the API shows it. */
export function presentQuote({ lock, ...quoted }: Quote): QuoteBody {
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
