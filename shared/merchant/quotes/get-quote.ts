import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { loadQuote } from '../../payments/quotes/store/quotes.ts'
import { presentQuote, quote } from '../../payments/quotes/wire/quote.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'

export const getQuote = merchantOperation({
  name: 'get-quote',
  route: 'GET /api/v1/quotes/{id}',
  scope: 'sessions:read',
  input: noInput,
  output: ok(quote),
  touches: { table: 'read' },
  docs: { tag: 'Quotes', summary: 'Get a quote', description: 'Quotes can be read for 30 days.' },
  async run({ table }, { mode, id }) {
    const found = await loadQuote(table, mode, id)
    if (!found) throw resourceNotFound('quote', id)
    return { result: presentQuote(found) }
  },
})
