import type * as z from 'zod'
import { WireError } from './wire-error.ts'

/** Parses a call's body with `schema`. Throws a ValidationException that says what is wrong. */
export function parseBody<Schema extends z.ZodType>(
  body: Buffer,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new WireError('ValidationException', `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Returns undefined for invalid JSON, which no schema accepts. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
