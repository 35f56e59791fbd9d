import * as z from 'zod'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { created, noInput } from '../../kernel/operation/operation.ts'
import { orderAmount } from '../../kernel/wire/amounts.ts'
import { exactlyOneOf, whenGiven } from '../../kernel/wire/exactly-one.ts'
import { assetSymbol, chainId, id } from '../../kernel/wire/primitives.ts'
import { type Networks, networks } from '../../payments/networks/enabled-chains.ts'
import { type LockPriceDeps, lockPrice } from '../../payments/quotes/lock-price.ts'
import { orderErrors } from '../../payments/quotes/order-errors.ts'
import { orderSource } from '../../payments/quotes/order-source.ts'
import type { Quote } from '../../payments/quotes/rules/quote.ts'
import { quoteCreation } from '../../payments/quotes/store/quotes.ts'
import { type TakeOrder, type TakeOrderDeps, takeOrder } from '../../payments/quotes/take-order.ts'
import { presentQuote, quote } from '../../payments/quotes/wire/quote.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { pricing, readNetworks } from './pricing.ts'

export const createQuote = merchantOperation({
  name: 'create-quote',
  route: 'POST /api/v1/quotes',
  scope: 'sessions:write',
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
  needs: (config, given) => pricing(config, given, networks(given.table)),
  async run(services: CreateQuoteServices, { mode, body }) {
    const { chainId, asset } = body
    const held = await priceQuote(services, { mode, chainId, asset, source: orderSource(body) })
    return { writes: [quoteCreation(held)], result: presentQuote(held) }
  },
  readsAhead: (services) => readNetworks(services),
})

export type CreateQuoteServices = TakeOrderDeps &
  LockPriceDeps &
  Pick<Networks, 'payableChains'> & { now: () => Date; randomBytes: RandomBytes }

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
