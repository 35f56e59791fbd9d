import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import { maxSearchableLength } from '../../payments/checkout-sessions/rules/searchable-metadata.ts'
import { findReferences } from './find-references.ts'
import { presentFound } from './present-found.ts'
import { readQuery } from './rules/read-query.ts'
import { searchResult } from './wire/search-result.ts'

const searchResults = z.object({ results: z.array(searchResult) })

export type SearchResults = z.infer<typeof searchResults>

/** The most that is shown. */
const limit = 20

export const search = operatorOperation({
  name: 'search',
  role: 'viewer',
  command: 'search',
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(maxSearchableLength)
      .describe('an exact id, address, hash, email, or other text'),
    mode: z.enum(modes),
  }),
  output: searchResults,
  touches: { table: 'read' },
  docs: {
    summary: 'Find by id, address, transaction, email, order id, or searchable metadata',
  },
})

/** What of a mode a text means exactly, in two round trips, however much there is. */
export async function runSearch(
  { table }: { table: Table },
  { input: { mode, query } }: OperatorInputOf<typeof search>,
): Promise<Decision<SearchResults>> {
  const found = await findReferences({ table, mode, limit }, readQuery(query))
  return { result: { results: await presentFound({ table, mode }, found) } }
}
