import { signal } from '@preact/signals'
import { scopes } from '../../../shared/kernel/scopes.ts'
import { call, type Failure } from '../service/call.ts'

/** The first key, while this page is open: nobody can show it again. */
export const firstKey = signal<string | null>(null)

/** A test key with all scopes, created once. */
export async function ensureFirstKey(name: string): Promise<Failure | { key: string }> {
  const known = firstKey.peek()
  if (known !== null) return { key: known }
  const result = await call('create-api-key', { mode: 'test', name, scopes: [...scopes] })
  if (result.kind !== 'ok') return result
  firstKey.value = result.output.key
  return { key: result.output.key }
}
