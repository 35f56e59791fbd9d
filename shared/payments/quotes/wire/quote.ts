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
