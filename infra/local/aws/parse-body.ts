import type * as z from 'zod'
import { WireError } from './wire-error.ts'

/** The body of a call, checked against `schema`; a ValidationException says what is wrong with it. */
export function parseBody<Schema extends z.ZodType>(
  body: Buffer,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new WireError('ValidationException', `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Undefined where the body is no JSON, which no schema takes. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
