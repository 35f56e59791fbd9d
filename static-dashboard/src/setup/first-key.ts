import { signal } from '@preact/signals'
import { scopes } from '../../../shared/kernel/scopes.ts'
import type { Operations } from '../operations.ts'
import { call } from '../service/call.ts'
import type { Failure } from '../service/result.ts'

/** The first key, while this page is open: nobody can show it again. */
export const firstKey = signal<string | null>(null)

export type KnownKey = Operations['list-api-keys']['output']['keys'][number]

/** Creates a test key with all scopes, or rolls one whose secret is lost. Returns why it failed. */
export async function newFirstKey(name: string, lost?: KnownKey): Promise<Failure | undefined> {
  const result = lost
    ? await call('roll-api-key', { id: lost.id, overlapHours: 0 })
    : await call('create-api-key', { mode: 'test', name, scopes: [...scopes] })
  if (result.kind !== 'ok') return result
  firstKey.value = result.output.key
  return undefined
}
