import * as z from 'zod'
import { resourceNotFound, type ServiceError } from '../../kernel/errors.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { makeApiKey } from './create-api-key.ts'
import { type ApiKey, isUsable } from './rules/api-key.ts'
import { refuseApiKey } from './rules/api-key-refusals.ts'
import { apiKeyRevocation, apiKeyRevocationAt, findApiKeyById } from './store/api-keys.ts'
import { apiKey, presentApiKey } from './wire/api-key.ts'

const hourMs = 3_600_000

export const rollApiKey = operatorOperation({
  name: 'roll-api-key',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'keys roll',
  input: z.strictObject({
    id: z.string().describe('the id of an API key'),
    overlapHours: z.int().min(0).max(168).default(24).describe('how long the old key still works'),
  }),
  output: apiKey.unwrap().extend({ key: z.string(), replaces: apiKey }),
  touches: { table: 'write', administers: ['api-keys', 'audit-log'] },
  docs: {
    summary: 'Replace an API key by a new one with the same scopes; the old one works a while',
  },
  /**
   * `key` is the new key, which is shown once. Throws `resource_not_found`, and `state_changed` for a key that is revoked or
   * was rolled before: a key has one successor.
   */
  async run(services, { input: { id, overlapHours } }) {
    const { table, now } = services
    const found = await findApiKeyById(table, id)
    if (!found) throw resourceNotFound('API key', id)
    if (found.revokedAt !== null) throw ended(found, now())
    const { key, created, writes } = makeApiKey(services, found)
    const endsAt = new Date(now().getTime() + overlapHours * hourMs)
    const replaces = presentApiKey({ ...found, revokedAt: endsAt })
    const shown = presentApiKey(created)
    const end =
      overlapHours === 0 ? apiKeyRevocation(found, endsAt) : apiKeyRevocationAt(found, endsAt)
    return {
      changes: [
        {
          mode: found.mode,
          action: 'api-key.roll',
          target: id,
          before: presentApiKey(found),
          after: { ...replaces, replacedBy: created.id },
        },
      ],
      writes: [...writes, ...end],
      result: { ...shown, key, replaces },
    }
  },
})

function ended(key: ApiKey, now: Date): ServiceError {
  const { id, revokedAt } = key
  if (!revokedAt || !isUsable(key, now)) return refuseApiKey('key_revoked', { id })
  return refuseApiKey('key_rolled', { id, until: revokedAt.toISOString() })
}
