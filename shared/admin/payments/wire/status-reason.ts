import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { sessionStatuses } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { type StatusReason, statusWords } from '../rules/status-words.ts'

const code = z.custom<StatusReason['code']>(
  (found) => typeof found === 'string' && Object.hasOwn(statusWords, found),
)

export const statusReason: z.ZodType<StatusReason> = z.object({
  code,
  details: z.record(
    z.string(),
    z.union([
      z.string(),
      z.strictObject({ at: timestamp }),
      z.strictObject({ amount: z.string(), asset: z.string() }),
      z.strictObject({ status: z.enum(sessionStatuses) }),
    ]),
  ),
})
