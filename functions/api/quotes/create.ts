import { invariant } from '../../../shared/kernel/invariant.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { createQuote } from '../../../shared/quotes/create-quote.ts'
import type { OrderSource } from '../../../shared/quotes/take-order.ts'
import { presentQuote } from '../../../shared/quotes/wire/quote.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { pricing } from '../../deps/pricing.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const api = apiDeps()
const deps = { ...api, ...pricing(api) }

export const handler = apiHandler(
  endpoints.createQuote,
  deps,
  async ({ mode, body }, recordReply) => {
    const { chainId, asset } = body
    const outcome = await createQuote(
      deps,
      { mode, chainId, asset, source: sourceOf(body) },
      { extraWrites: (quote) => recordReply(presentQuote(quote)) },
    )
    return 'quote' in outcome ? presentQuote(outcome.quote) : outcome
  },
)

type Sources = {
  linkId?: string | undefined
  amount?: { value: string; currency: string } | undefined
}

function sourceOf({ linkId, amount }: Sources): OrderSource {
  if (linkId !== undefined) return { kind: 'link', linkId }
  invariant(amount, 'a body without linkId has an amount')
  return { kind: 'ad-hoc', amount }
}
