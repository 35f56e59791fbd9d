import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { createApiKey } from '../../shared/api-keys/create-api-key.ts'
import { revokeApiKey } from '../../shared/api-keys/revoke-api-key.ts'
import type { ApiKey } from '../../shared/api-keys/rules/api-key.ts'
import { scopes } from '../../shared/api-keys/rules/scopes.ts'
import { listApiKeys } from '../../shared/api-keys/store/api-keys.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const mode = z.enum(modes)

const input = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('create'),
    mode,
    name: z.string().min(1).max(100),
    scopes: z.array(z.enum(scopes)).min(1),
  }),
  z.strictObject({ command: z.literal('list'), mode }),
  z.strictObject({ command: z.literal('revoke'), mode, id: z.string() }),
])

const deps = {
  table: openTable(config('TABLE_NAME')),
  now: () => new Date(),
  randomBytes,
}

/** API keys, from the operator's terminal. Only `create` answers with the key itself. */
export const handler = operatorHandler(async (event) => {
  const command = parseWith(input, event)
  switch (command.command) {
    case 'create': {
      const { apiKey, text } = await createApiKey(deps, command)
      return { ...present(apiKey), key: text }
    }
    case 'list':
      return { keys: (await listApiKeys(deps.table, command.mode)).map(present) }
    case 'revoke':
      return present(await revokeApiKey(deps, command))
  }
})

function present({ createdAt, revokedAt, ...apiKey }: ApiKey) {
  return {
    ...apiKey,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
