import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { ApiKey } from './rules/api-key.ts'
import { loadApiKey, revokeStoredApiKey } from './store/api-keys.ts'

/**
 * Revokes a key for good; again, it changes nothing. Functions that have just used the key may still take it for up to
 * a minute. Throws `resource_not_found`.
 */
export async function revokeApiKey(
  { table, now }: { table: Table; now: () => Date },
  { mode, id }: { mode: Mode; id: string },
): Promise<ApiKey> {
  const apiKey = await loadApiKey(table, mode, id)
  if (!apiKey) throw new ServiceError('resource_not_found', `There is no ${mode} API key ${id}.`)
  if (apiKey.revokedAt) return apiKey
  const revokedAt = now()
  await revokeStoredApiKey(table, apiKey, revokedAt)
  return { ...apiKey, revokedAt }
}
