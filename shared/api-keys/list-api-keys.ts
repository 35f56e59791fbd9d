import * as z from 'zod'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { eitherMode, modesOf } from '../operators/wire/operator-input.ts'
import { loadApiKeys } from './store/api-keys.ts'
import { type ApiKeyBody, apiKey, presentApiKey } from './wire/api-key.ts'

export const listApiKeys = operatorOperation({
  name: 'list-api-keys',
  role: 'viewer',
  command: 'keys list',
  input: z.strictObject({ mode: eitherMode }),
  output: z.object({ keys: z.array(apiKey) }),
  touches: { table: 'read' },
  docs: { summary: 'List API keys, including revoked ones' },
})

export async function runListApiKeys(
  { table }: { table: Table },
  { input }: OperatorInputOf<typeof listApiKeys>,
): Promise<Decision<{ keys: ApiKeyBody[] }>> {
  const lists = await Promise.all(modesOf(input.mode).map((mode) => loadApiKeys(table, mode)))
  return { result: { keys: lists.flat().map(presentApiKey) } }
}
