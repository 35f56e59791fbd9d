import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { baseUnits } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'

const searchCodec = z.object({ chainId: z.int(), throughBlock: baseUnits, nextBlock: baseUnits })

type SessionKey = { mode: Mode; sessionId: string }

/** Through which block a chain was searched for unlisted tokens, and where the next search begins. */
export type UnlistedSearch = z.output<typeof searchCodec>

/** The searches that were made for a session's address, one per chain (consistent). */
export async function loadUnlistedSearches(
  table: Table,
  { mode, sessionId }: SessionKey,
): Promise<UnlistedSearch[]> {
  const { pk } = keys.session(mode, sessionId)
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :search)',
      ExpressionAttributeValues: { ':pk': pk, ':search': 'unlisted-search#' },
    },
  )
  const items = await Array.fromAsync(pages, ({ Items }) => Items ?? [])
  return items.flat().map((item) => searchCodec.parse(item))
}

/** Notes how far a chain was searched. */
export async function saveUnlistedSearch(
  table: Table,
  { mode, sessionId }: SessionKey,
  search: UnlistedSearch,
): Promise<void> {
  const Item = {
    ...keys.unlistedSearch(mode, sessionId, search.chainId),
    ...z.encode(searchCodec, search),
  }
  await table.client.send(new PutCommand({ TableName: table.name, Item }))
}
