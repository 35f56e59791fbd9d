import { type SearchResults, search } from '../../shared/admin/search/search.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const searchCommands: readonly Command[] = [commandOf(search, { text: resultTable })]

function resultTable({ results }: SearchResults): string {
  if (results.length === 0) {
    return 'Nothing was found. Search for a whole id, address, transaction hash, email, order id, or value of searchable metadata.'
  }
  const rows = results.map(({ kind, id, title, detail }) => [kind, title, detail ?? '-', id])
  return textTable(['KIND', 'WHAT', 'DETAIL', 'ID'], rows)
}
