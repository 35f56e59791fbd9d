import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { scopes } from '../../../kernel/scopes.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { ApiKey } from '../rules/api-key.ts'

/** An API key as operators see it: never the key itself. */
const fields = () => ({
  id: z.string(),
  mode: z.enum(modes),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  prefix: z.string(),
  createdAt: timestamp,
  revokedAt: timestamp.nullable(),
})

export const apiKey = z.lazy(() => z.object(fields()))

/** `lastUsedAt` is right to the minute; null if it was never used, or not since that is noted. */
export const listedApiKey = z.lazy(() =>
  z.object({ ...fields(), lastUsedAt: timestamp.nullable() }),
)

export type ApiKeyBody = z.infer<typeof apiKey>
export type ListedApiKey = z.infer<typeof listedApiKey>

export function presentApiKey({ createdAt, revokedAt, ...shown }: ApiKey): ApiKeyBody {
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
