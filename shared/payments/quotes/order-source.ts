import { invariant } from '../../kernel/invariant.ts'
import type { ReadOrder } from './read-order.ts'
import type { OrderSource } from './take-order.ts'

type Given = {
  linkId?: string | undefined
  amount?: { value: string; currency: string } | undefined
}

/** The source of the price in a body that names exactly one. */
export function orderSource({ linkId, amount }: Given): OrderSource {
  if (linkId !== undefined) return { kind: 'link', linkId }
  invariant(amount, 'a body without linkId has an amount')
  return { kind: 'ad-hoc', amount }
}

/** The order in bodies that may also name a quote. */
export function quotableSource({
  quoteId,
  ...given
}: Given & { quoteId?: string | undefined }): ReadOrder['source'] {
  return quoteId === undefined ? orderSource(given) : { kind: 'quote', quoteId }
}
