import { newId, type RandomBytes } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Mode } from '../kernel/mode.ts'
import { saltedHash } from '../kernel/salted-hash.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { type ApiKey, apiKeyPrefix, newApiKeyText } from './rules/api-key.ts'
import type { Scope } from './rules/scopes.ts'
import { apiKeyCreation } from './store/api-keys.ts'

export type CreateApiKeyDeps = { table: Table; now: () => Date; randomBytes: RandomBytes }

const prefixAttempts = 5

/** Creates an API key. `text` is the key itself: it is given out here and never again. */
export async function createApiKey(
  deps: CreateApiKeyDeps,
  input: { mode: Mode; name: string; scopes: readonly Scope[] },
): Promise<{ apiKey: ApiKey; text: string }> {
  for (let attempt = 1; attempt <= prefixAttempts; attempt++) {
    const text = newApiKeyText(input.mode, deps.randomBytes)
    const apiKey = newApiKey(deps, { ...input, text })
    const salt = Buffer.from(deps.randomBytes(16)).toString('base64')
    const stored = { ...apiKey, salt, hash: saltedHash(text, salt) }
    const { committed } = await transact(deps.table, apiKeyCreation(stored))
    if (committed) return { apiKey, text }
  }
  throw new Error(`${prefixAttempts} random API keys in a row had a prefix that was taken`)
}

function newApiKey(
  { now, randomBytes }: CreateApiKeyDeps,
  {
    mode,
    name,
    scopes,
    text,
  }: { mode: Mode; name: string; scopes: readonly Scope[]; text: string },
): ApiKey {
  const createdAt = now()
  const prefix = apiKeyPrefix(text)
  invariant(prefix, 'a new key has a prefix')
  return {
    id: newId('apiKey', createdAt, randomBytes),
    mode,
    name,
    scopes: [...new Set(scopes)],
    prefix,
    createdAt,
    revokedAt: null,
  }
}
