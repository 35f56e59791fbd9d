import { resourceNotFound } from '../../../shared/kernel/errors.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { loadQuote } from '../../../shared/quotes/store/quotes.ts'
import { presentQuote } from '../../../shared/quotes/wire/quote.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getQuote, deps, async ({ mode, id }) => {
  const quote = await loadQuote(deps.table, mode, id)
  if (!quote) throw resourceNotFound('quote', id)
  return presentQuote(quote)
})
