import * as z from 'zod'
import { resourceNotFound, ServiceError } from '../kernel/errors.ts'
import type { RandomBytes } from '../kernel/ids.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { AuditedDecision } from '../operators/audit.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { makeApiKey } from './create-api-key.ts'
import { isUsable } from './rules/api-key.ts'
import { apiKeyRevocation, apiKeyRevocationAt, findApiKeyById } from './store/api-keys.ts'
import { type ApiKeyBody, apiKey, presentApiKey } from './wire/api-key.ts'

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
})

type Services = { table: Table; now: () => Date; randomBytes: RandomBytes }
type Rolled = ApiKeyBody & { key: string; replaces: ApiKeyBody }

/** `key` is the new key, which is shown once. Throws `resource_not_found`, and `state_changed` for a revoked key. */
export async function runRollApiKey(
  services: Services,
  { input: { id, overlapHours } }: OperatorInputOf<typeof rollApiKey>,
): Promise<AuditedDecision<Rolled>> {
  const { table, now } = services
  const found = await findApiKeyById(table, id)
  if (!found) throw resourceNotFound('API key', id)
  if (!isUsable(found, now())) throw revoked(id)
  const { key, created, writes } = makeApiKey(services, found)
  const endsAt = new Date(now().getTime() + overlapHours * hourMs)
  const ended = earlier(found.revokedAt, endsAt)
  const replaces = presentApiKey({ ...found, revokedAt: ended })
  const shown = presentApiKey(created)
  const end = overlapHours === 0 ? apiKeyRevocation(found, ended) : apiKeyRevocationAt(found, ended)
  return {
    changes: [
      {
        ...{ mode: found.mode, action: 'api-key.roll', target: id },
        ...{ before: presentApiKey(found), after: { ...replaces, replacedBy: created.id } },
      },
    ],
    writes: [...writes, ...end],
    result: { ...shown, key, replaces },
  }
}

/** A key that was rolled before keeps the end that it has. */
function earlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other
}

function revoked(id: string): ServiceError {
  return new ServiceError('state_changed', `API key ${id} is revoked. Create a new one.`)
}
