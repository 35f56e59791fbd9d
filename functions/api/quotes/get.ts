import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentQuote } from '../../../shared/contract/quote.ts'
import { resourceNotFound } from '../../../shared/domain/errors.ts'
import { loadQuote } from '../../../shared/store/quotes.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getQuote, deps, async ({ mode, id }) => {
  const quote = await loadQuote(deps.table, mode, id)
  if (!quote) throw resourceNotFound('quote', id)
  return presentQuote(quote)
})
