import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { scopes } from '../../kernel/scopes.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import type { ApiKey } from '../rules/api-key.ts'

/** An API key as operators see it: never the key itself. */
export const apiKey = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    prefix: z.string(),
    createdAt: timestamp,
    revokedAt: timestamp.nullable(),
  }),
)

export type ApiKeyBody = z.infer<typeof apiKey>

export function presentApiKey({ createdAt, revokedAt, ...shown }: ApiKey): ApiKeyBody {
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
