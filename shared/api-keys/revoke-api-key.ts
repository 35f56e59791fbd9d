import { resourceNotFound } from '../kernel/errors.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { byId } from '../operators/wire/operator-input.ts'
import { apiKeyRevocation, findApiKeyById } from './store/api-keys.ts'
import { type ApiKeyBody, apiKey, presentApiKey } from './wire/api-key.ts'

export const revokeApiKey = operatorOperation({
  name: 'revoke-api-key',
  role: 'owner',
  stepUp: true,
  command: 'keys revoke',
  input: byId('the id of a key'),
  output: apiKey,
  touches: { table: 'write', administers: ['api-keys'] },
  docs: { summary: 'Revoke an API key permanently' },
})

/**
 * Repeating it changes nothing. Functions that have just used the key may still accept it for up to a minute. Throws
 * `resource_not_found`.
 */
export async function runRevokeApiKey(
  { table, now }: { table: Table; now: () => Date },
  { input: { id } }: OperatorInputOf<typeof revokeApiKey>,
): Promise<Decision<ApiKeyBody>> {
  const found = await findApiKeyById(table, id)
  if (!found) throw resourceNotFound('API key', id)
  if (found.revokedAt) return { result: presentApiKey(found) }
  const revokedAt = now()
  return {
    writes: apiKeyRevocation(found, revokedAt),
    result: presentApiKey({ ...found, revokedAt }),
  }
}
