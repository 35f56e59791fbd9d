import { resourceNotFound } from '../../kernel/errors.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { isUsable } from './rules/api-key.ts'
import { apiKeyRevocation, findApiKeyById } from './store/api-keys.ts'
import { apiKey, presentApiKey } from './wire/api-key.ts'

export const revokeApiKey = operatorOperation({
  name: 'revoke-api-key',
  role: 'owner',
  proof: 'always',
  command: 'keys revoke',
  input: byId('the id of a key'),
  output: apiKey,
  touches: { table: 'write', administers: ['api-keys', 'audit-log'] },
  docs: { summary: 'Revoke an API key permanently' },
  /**
   * Repeating it changes nothing. Functions that have just used the key may still accept it for up to a minute. Throws
   * `resource_not_found`.
   */
  async run({ table, now }, { input: { id } }) {
    const found = await findApiKeyById(table, id)
    if (!found) throw resourceNotFound('API key', id)
    const before = presentApiKey(found)
    const revokedAt = now()
    if (!isUsable(found, revokedAt)) return { result: before, changes: [] }
    const after = presentApiKey({ ...found, revokedAt })
    return {
      changes: [{ mode: found.mode, action: 'api-key.revoke', target: id, before, after }],
      writes: apiKeyRevocation(found, revokedAt),
      result: after,
    }
  },
})
