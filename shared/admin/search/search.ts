import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { findReferences } from './find-references.ts'
import { presentFound } from './present-found.ts'
import { readQuery } from './rules/read-query.ts'
import { searchResult } from './wire/search-result.ts'

const searchResults = z.object({ results: z.array(searchResult) })

export type SearchResults = z.infer<typeof searchResults>

/** The maximum number of results. */
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
      .max(500)
      .describe('the beginnings of words, or a whole id, address or hash'),
    mode: z.enum(modes),
  }),
  output: searchResults,
  touches: { table: 'read' },
  docs: {
    summary:
      'Find by beginnings of words (names, emails, order numbers, titles), id, address or transaction',
  },
  /** Makes two round trips, however many records there are. */
  async run({ table }, { input: { mode, query } }) {
    const found = await findReferences({ table, mode, limit }, readQuery(query))
    return { result: { results: await presentFound({ table, mode }, found) } }
  },
})
