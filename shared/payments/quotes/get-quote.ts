import { resourceNotFound } from '../../kernel/errors.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadQuote } from './store/quotes.ts'
import { presentQuote, type QuoteBody, quote } from './wire/quote.ts'

export const getQuote = operation({
  name: 'get-quote',
  route: 'GET /api/v1/quotes/{id}',
  caller: merchant('sessions:read'),
  input: noInput,
  output: ok(quote),
  touches: { table: 'read' },
  docs: { tag: 'Quotes', summary: 'Get a quote', description: 'Quotes can be read for 30 days.' },
})

export async function runGetQuote(
  { table }: { table: Table },
  { mode, id }: RequestOf<typeof getQuote>,
): Promise<Decision<QuoteBody>> {
  const found = await loadQuote(table, mode, id)
  if (!found) throw resourceNotFound('quote', id)
  return { result: presentQuote(found) }
}
