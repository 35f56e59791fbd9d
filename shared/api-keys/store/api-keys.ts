import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import type { ApiKey, ApiKeyHash } from '../rules/api-key.ts'
import { scopes } from '../rules/scopes.ts'

const apiKeyCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  prefix: z.string(),
  createdAt: moment,
  revokedAt: moment.nullable(),
})

const storedKeyCodec = apiKeyCodec.extend({ salt: z.base64(), hash: z.base64() })

/** The hash stands only in the item that requests look up; the operator's list never reads it. */
export type StoredApiKey = ApiKey & ApiKeyHash

/** The writes that create a key: the look-up first, whose condition fails where its prefix is taken. */
export function apiKeyCreation(key: StoredApiKey): [Write, Write] {
  return [
    {
      Put: {
        Item: { ...keys.apiKey(key.prefix), ...z.encode(storedKeyCodec, key) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: { ...keys.apiKeyList(key.mode, key.id), ...z.encode(apiKeyCodec, key) } } },
  ]
}

/** The key with this prefix (consistent), unless it was revoked. */
export async function findApiKey(table: Table, prefix: string): Promise<StoredApiKey | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.apiKey(prefix), ConsistentRead: true }),
  )
  return Item && storedKeyCodec.parse(Item)
}

/** All keys of a mode, revoked ones too, newest first (consistent). */
export async function listApiKeys(table: Table, mode: Mode): Promise<ApiKey[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      ConsistentRead: true,
      ScanIndexForward: false,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.apiKeyList(mode, '').pk },
    },
  )
  const found: ApiKey[] = []
  for await (const { Items } of pages) {
    found.push(...(Items ?? []).map((item) => apiKeyCodec.parse(item)))
  }
  return found
}

/** The key of that id, from the operator's list (consistent), or undefined. */
export async function loadApiKey(
  table: Table,
  mode: Mode,
  id: string,
): Promise<ApiKey | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: keys.apiKeyList(mode, id),
      ConsistentRead: true,
    }),
  )
  return Item && apiKeyCodec.parse(Item)
}

/** Takes a key's hash away, so that nothing knows it any more, and notes when. */
export async function revokeStoredApiKey(table: Table, key: ApiKey, at: Date): Promise<void> {
  await transact(table, [
    { Delete: { Key: keys.apiKey(key.prefix) } },
    {
      Update: {
        Key: keys.apiKeyList(key.mode, key.id),
        UpdateExpression: 'SET revokedAt = :at',
        ExpressionAttributeValues: { ':at': at.toISOString() },
      },
    },
  ])
}
