import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { scopes } from '../../../kernel/scopes.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, update, upsert } from '../../../kernel/store/writes.ts'
import type { ApiKey, ApiKeyHash } from '../rules/api-key.ts'
import { apiKeyKeys } from './keys.ts'

const keyFields = () => ({
  id: z.string(),
  mode: z.enum(modes),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  prefix: z.string(),
  createdAt: moment,
  revokedAt: moment.nullable(),
})

const apiKeyCodec = z.lazy(() => z.object(keyFields()))
const storedKeyCodec = z.lazy(() =>
  z.object({ ...keyFields(), salt: z.base64(), hash: z.base64() }),
)

/** Only the item for the lookup has the hash; the operator's list never reads it. */
export type StoredApiKey = ApiKey & ApiKeyHash

/** The writes that create a key: the lookup first, whose condition fails if its prefix is taken. */
export function apiKeyCreation(key: StoredApiKey): [Write, Write] {
  return [
    addition({ ...apiKeyKeys.apiKey(key.prefix), ...z.encode(storedKeyCodec, key) }),
    upsert({ ...apiKeyKeys.apiKeyList(key.mode, key.id), ...z.encode(apiKeyCodec, key) }),
  ]
}

/** The key with this prefix (consistent), unless it was revoked. */
export function findApiKey(table: Table, prefix: string): Promise<StoredApiKey | undefined> {
  return readItem(table, apiKeyKeys.apiKey(prefix), storedKeyCodec)
}

/** All keys of a mode, revoked ones too, newest first (consistent). */
export function loadApiKeys(table: Table, mode: Mode): Promise<ApiKey[]> {
  const { pk: partition } = apiKeyKeys.apiKeyList(mode, '')
  return queryAll(table, { partition, newestFirst: true }, apiKeyCodec)
}

/** The key of that id, of either mode, from the operator's list (consistent), or undefined. */
export async function findApiKeyById(table: Table, id: string): Promise<ApiKey | undefined> {
  const found = await Promise.all(
    modes.map((mode) => readItem(table, apiKeyKeys.apiKeyList(mode, id), apiKeyCodec)),
  )
  return found.find((key) => key !== undefined)
}

/** The writes that delete a key's hash, so that nothing accepts it any more, and record when. A condition fails if the key has got another end. */
export function apiKeyRevocation(key: ApiKey, at: Date): [Write, Write] {
  return [{ Delete: { Key: apiKeyKeys.apiKey(key.prefix) } }, ending(key, at)]
}

/** The writes after which a key works until then. A condition fails if the key has got another end. */
export function apiKeyRevocationAt(key: ApiKey, at: Date): [Write, Write] {
  const revokedAt = at.toISOString()
  return [
    update(apiKeyKeys.apiKey(key.prefix), { revokedAt, ttl: Math.ceil(at.getTime() / 1000) }),
    ending(key, at),
  ]
}

function ending({ mode, id, revokedAt }: ApiKey, at: Date): Write {
  const expected = { revokedAt: revokedAt?.toISOString() ?? null }
  return update(apiKeyKeys.apiKeyList(mode, id), { revokedAt: at.toISOString() }, expected)
}
