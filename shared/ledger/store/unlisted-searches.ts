import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { baseUnits } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { queryAll, startingWith } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'
import { storeItem } from '../../kernel/store/writes.ts'

const searchCodec = z.lazy(() =>
  z.object({ chainId: z.int(), throughBlock: baseUnits, nextBlock: baseUnits }),
)

type SessionKey = { mode: Mode; sessionId: string }

/** Up to which block a chain was searched for unlisted tokens, and where the next search starts. */
export type UnlistedSearch = z.output<typeof searchCodec>

/** The searches for a session's address, one per chain (consistent). */
export function loadUnlistedSearches(
  table: Table,
  { mode, sessionId }: SessionKey,
): Promise<UnlistedSearch[]> {
  const { pk } = keys.session(mode, sessionId)
  return queryAll(table, { partition: pk, range: startingWith('unlisted-search#') }, searchCodec)
}

/** Saves how far a chain was searched. */
export function saveUnlistedSearch(
  table: Table,
  { mode, sessionId }: SessionKey,
  search: UnlistedSearch,
): Promise<void> {
  const key = keys.unlistedSearch(mode, sessionId, search.chainId)
  return storeItem(table, { ...key, ...z.encode(searchCodec, search) })
}
