import * as z from 'zod'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { saltedHash } from '../../kernel/salted-hash.ts'
import { scopes } from '../../kernel/scopes.ts'
import { type ApiKey, apiKeyPrefix, newApiKeyText } from './rules/api-key.ts'
import { apiKeyCreation } from './store/api-keys.ts'
import { apiKey, presentApiKey } from './wire/api-key.ts'

const newKey = z.strictObject({
  mode: z.enum(modes),
  name: z.string().min(1).max(100),
  scopes: z.array(z.enum(scopes)).min(1),
})

export const createApiKey = operatorOperation({
  name: 'create-api-key',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'keys create',
  input: newKey,
  output: apiKey.unwrap().extend({ key: z.string() }),
  touches: { table: 'write', administers: ['api-keys', 'audit-log'] },
  docs: { summary: 'Create an API key, which is shown once' },
  /** `key` is the key itself: only its hash is stored. If its prefix is taken, the next attempt makes another one. */
  async run(services, { input }) {
    const { key, created, writes } = makeApiKey(services, input)
    const shown = presentApiKey(created)
    return {
      changes: [{ mode: input.mode, action: 'api-key.create', target: created.id, after: shown }],
      writes,
      result: { ...shown, key },
    }
  },
})

type Services = { now: () => Date; randomBytes: RandomBytes }
type Input = z.infer<typeof newKey>

/** A new key, and the writes that store its hash; their condition fails if its prefix is taken. */
export function makeApiKey(services: Services, input: Input) {
  const key = newApiKeyText(input.mode, services.randomBytes)
  const created = newApiKey(services, { ...input, key })
  const salt = Buffer.from(services.randomBytes(16)).toString('base64')
  const writes = apiKeyCreation({ ...created, salt, hash: saltedHash(key, salt) })
  return { key, created, writes }
}

function newApiKey(
  { now, randomBytes }: Services,
  { key, mode, name, scopes: granted }: Input & { key: string },
): ApiKey {
  const createdAt = now()
  const prefix = apiKeyPrefix(key)
  invariant(prefix, 'a new key has a prefix')
  return {
    id: newId('apiKey', createdAt, randomBytes),
    mode,
    name,
    scopes: [...new Set(granted)],
    prefix,
    createdAt,
    revokedAt: null,
  }
}
