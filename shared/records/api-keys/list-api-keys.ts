import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { listApiKeyUses } from './store/api-key-uses.ts'
import { loadApiKeys } from './store/api-keys.ts'
import { type ListedApiKey, listedApiKey, presentApiKey } from './wire/api-key.ts'

export const listApiKeys = operatorOperation({
  name: 'list-api-keys',
  role: 'viewer',
  command: 'keys list',
  input: z.strictObject({ mode: eitherMode }),
  output: z.object({ keys: z.array(listedApiKey) }),
  touches: { table: 'read' },
  docs: { summary: 'List API keys, including revoked ones' },
  async run({ table }, { input }) {
    const lists = await Promise.all(modesOf(input.mode).map((mode) => listOf(table, mode)))
    return { result: { keys: lists.flat() } }
  },
})

async function listOf(table: Table, mode: Mode): Promise<ListedApiKey[]> {
  const [keys, uses] = await Promise.all([loadApiKeys(table, mode), listApiKeyUses(table, mode)])
  return keys.map((key) => ({
    ...presentApiKey(key),
    lastUsedAt: uses.get(key.id)?.toISOString() ?? null,
  }))
}
