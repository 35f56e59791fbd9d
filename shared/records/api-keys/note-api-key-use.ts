import type { Table } from '../../kernel/store/table.ts'
import type { ApiKey } from './rules/api-key.ts'
import { loadApiKeyUse, saveApiKeyUse } from './store/api-key-uses.ts'

type Deps = { table: Table; now: () => Date; onProblem: (error: unknown) => void }

type UsedKey = Pick<ApiKey, 'mode' | 'id'>

const everyMs = 60_000

/**
 * Returns a function that records the use of a key. It writes at most once a minute per key: a process remembers its
 * own records, and reads those of others first. A failure is only reported, because the request matters more.
 */
export function apiKeyUses({ table, now, onProblem }: Deps): (key: UsedKey) => Promise<void> {
  const noted = new Map<string, Date>()
  const isFresh = (usedAt: Date | undefined) =>
    usedAt !== undefined && now().getTime() - usedAt.getTime() < everyMs

  async function note(key: UsedKey): Promise<void> {
    const stored = await loadApiKeyUse(table, key)
    const usedAt = stored && isFresh(stored.usedAt) ? stored.usedAt : now()
    noted.set(key.id, usedAt)
    if (usedAt !== stored?.usedAt) await saveApiKeyUse(table, key, usedAt)
  }

  return async (key) => {
    if (isFresh(noted.get(key.id))) return
    // Requests that arrive meanwhile don't note it, too.
    noted.set(key.id, now())
    await note(key).catch(onProblem)
  }
}
