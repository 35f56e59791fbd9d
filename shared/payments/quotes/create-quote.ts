import * as z from 'zod'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { created, noInput, operation } from '../../kernel/operation/operation.ts'
import { orderAmount } from '../../kernel/wire/amounts.ts'
import { exactlyOneOf, whenGiven } from '../../kernel/wire/exactly-one.ts'
import { assetSymbol, chainId, id } from '../../kernel/wire/primitives.ts'
import { type LockPriceDeps, lockPrice } from './lock-price.ts'
import { orderErrors } from './order-errors.ts'
import { orderSource } from './order-source.ts'
import type { Quote } from './rules/quote.ts'
import { quoteCreation } from './store/quotes.ts'
import { type TakeOrder, type TakeOrderDeps, takeOrder } from './take-order.ts'
import { presentQuote, type QuoteBody, quote } from './wire/quote.ts'

export const createQuote = operation({
  name: 'create-quote',
  route: 'POST /api/v1/quotes',
  caller: merchant('sessions:write'),
  input: {
    ...noInput,
    body: z
      .strictObject({
        linkId: id.optional().describe('A payment link that is active.'),
        amount: orderAmount.optional().describe('The price of an order of your own.'),
        chainId: chainId.optional().describe('The network; the default one without it.'),
        asset: assetSymbol
          .optional()
          .describe(
            'The coin or token, such as `USDC`; the default one of the network without it.',
          ),
      })
      .superRefine(exactlyOneOf(['linkId', 'amount']))
      .meta({
        description: 'Pass exactly one of `linkId` and `amount` as the source of the price.',
        ...whenGiven('linkId', ['amount'], { required: ['amount'] }),
      }),
  },
  output: created(quote),
  errors: orderErrors,
  touches: { table: 'write', invokes: ['refresh-prices'], administers: ['quotes'] },
  docs: {
    tag: 'Quotes',
    summary: 'Create a quote',
    description:
      'Locks a price in one asset for one session. Pass exactly one of `linkId` and `amount` as the source of the price. Nothing is charged, and no address is derived.',
    example: { amount: { value: '10.00', currency: 'USD' } },
  },
})

export type CreateQuoteServices = TakeOrderDeps &
  LockPriceDeps & { now: () => Date; randomBytes: RandomBytes }

export async function runCreateQuote(
  services: CreateQuoteServices,
  { mode, body }: RequestOf<typeof createQuote>,
): Promise<Decision<QuoteBody>> {
  const { chainId, asset } = body
  const held = await priceQuote(services, { mode, chainId, asset, source: orderSource(body) })
  return { writes: [quoteCreation(held)], result: presentQuote(held) }
}

/** Throws `resource_not_found`, `link_inactive`, `unsupported_*` and `price_unavailable`. */
async function priceQuote(services: CreateQuoteServices, input: TakeOrder): Promise<Quote> {
  const { mode } = input
  const order = await takeOrder(services, input)
  const { lock, ethPriceUsd } = await lockPrice(services, order)
  const { quoteTtlSeconds } = await services.settings(mode)
  const createdAt = services.now()
  const expiresAt = new Date(createdAt.getTime() + quoteTtlSeconds * 1000)
  return {
    id: newId('quote', createdAt, services.randomBytes),
    mode,
    linkId: order.link?.id ?? null,
    fiat: order.fiat,
    ethPriceUsd,
    lock: { ...lock, expiresAt },
    checkoutSessionId: null,
    createdAt,
  }
}
