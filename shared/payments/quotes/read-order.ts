import type { Mode } from '../../kernel/mode.ts'
import type { Quote } from './rules/quote.ts'
import { type Order, type OrderSource, type TakeOrderDeps, takeOrder } from './take-order.ts'
import { type QuotedOrderDeps, quotedOrder, usableQuote } from './take-quote.ts'

export type ReadOrderDeps = TakeOrderDeps & QuotedOrderDeps & { now: () => Date }

export type ReadOrder = {
  mode: Mode
  source: OrderSource | { kind: 'quote'; quoteId: string }
  chainId?: number | undefined
  asset?: string | undefined
}

/** The order of a new session. With a `quote`, its price is used. */
export type SessionOrder = Order & { quote: Quote | null; assetSelected: boolean }

/** An order being read. `promising` settles as soon as an address can be taken for it. */
export type OrderReading = { promising: Promise<unknown>; order: Promise<SessionOrder> }

/**
 * Starts to read an order, without changing anything. The promises reject with `resource_not_found`, `link_inactive`,
 * `quote_*` and `unsupported_*`.
 */
export function readOrder(deps: ReadOrderDeps, input: ReadOrder): OrderReading {
  const reading = begin(deps, input)
  // Whatever awaits the order gets the error. A request that is rejected before doesn't need it.
  reading.promising.catch(() => undefined)
  reading.order.catch(() => undefined)
  return reading
}

function begin(deps: ReadOrderDeps, { source, ...input }: ReadOrder): OrderReading {
  const { mode, chainId, asset } = input
  if (source.kind === 'quote') {
    const quote = usableQuote(deps, { mode, quoteId: source.quoteId })
    const order = quote.then(async (usable) => ({
      ...(await quotedOrder(deps, usable)),
      assetSelected: true,
    }))
    return { promising: quote, order }
  }
  const assetSelected = chainId !== undefined && asset !== undefined
  const order = takeOrder(deps, { ...input, source }).then((taken) => ({
    ...taken,
    quote: null,
    assetSelected,
  }))
  return { promising: order, order }
}
