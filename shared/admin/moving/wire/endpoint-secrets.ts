import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'

const endpointSecrets = z.object({
  mode: z.enum(modes),
  id: z.string(),
  secret: z.string().startsWith('whsec_'),
  /** Rotated secrets, which also sign until then. */
  previous: z.array(z.object({ secret: z.string().startsWith('whsec_'), until: timestamp })),
})

export type EndpointSecrets = z.infer<typeof endpointSecrets>

export const listOfSecrets = z.array(endpointSecrets)
