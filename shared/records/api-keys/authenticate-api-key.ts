import { timingSafeEqual } from 'node:crypto'
import { saltedHash } from '../../kernel/salted-hash.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type ApiKey, apiKeyPrefix, isUsable } from './rules/api-key.ts'
import { findApiKey, type StoredApiKey } from './store/api-keys.ts'

const cacheMs = 60_000

/** Compared with if there is no such key, so that an unknown prefix takes as long as a wrong key. */
const nobody = { salt: 'AAAAAAAAAAAAAAAAAAAAAA==', hash: saltedHash('', '') }

/**
 * Returns a function that finds the API key for a text, or undefined. Found keys are cached for a minute (their hashes,
 * never the texts). Unknown ones are looked up each time, so a new key works immediately.
 */
export function apiKeyAuthenticator({
  table,
  now,
  noteUse,
}: {
  table: Table
  now: () => Date
  noteUse: (key: ApiKey) => Promise<void>
}): (text: string) => Promise<ApiKey | undefined> {
  const cache = new Map<string, { key: StoredApiKey; until: number }>()

  async function find(prefix: string): Promise<StoredApiKey | undefined> {
    const cached = cache.get(prefix)
    if (cached && cached.until > now().getTime()) return cached.key
    cache.delete(prefix)
    const key = await findApiKey(table, prefix)
    if (key) cache.set(prefix, { key, until: now().getTime() + cacheMs })
    return key
  }

  return async (text) => {
    const prefix = apiKeyPrefix(text)
    if (prefix === undefined) return undefined
    const key = await find(prefix)
    const { salt, hash } = key ?? nobody
    const given = Buffer.from(saltedHash(text, salt), 'base64')
    const matches = timingSafeEqual(given, Buffer.from(hash, 'base64'))
    if (!matches || !key || !isUsable(key, now())) return undefined
    await noteUse(key)
    return key
  }
}
