import type { Mode } from '../kernel/mode.ts'
import type { Quote } from './rules/quote.ts'
import { type Order, type OrderSource, type TakeOrderDeps, takeOrder } from './take-order.ts'
import { quotedOrder, usableQuote } from './take-quote.ts'

export type ReadOrderDeps = TakeOrderDeps & { now: () => Date }

export type ReadOrder = {
  mode: Mode
  source: OrderSource | { kind: 'quote'; quoteId: string }
  chainId?: number | undefined
  asset?: string | undefined
}

/** What a session is opened for. With a `quote`, its price holds. */
export type SessionOrder = Order & { quote: Quote | null; assetSelected: boolean }

/** An order that is being read. `promising` settles as soon as an address may be taken for it. */
export type OrderReading = { promising: Promise<unknown>; order: Promise<SessionOrder> }

/**
 * Begins to read an order, and changes nothing. What is awaited throws `resource_not_found`, `link_inactive`, `quote_*`
 * and `unsupported_*`.
 */
export function readOrder(deps: ReadOrderDeps, input: ReadOrder): OrderReading {
  const reading = begin(deps, input)
  // Whoever wants the order learns why there is none; a request that is refused first does not want it.
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
