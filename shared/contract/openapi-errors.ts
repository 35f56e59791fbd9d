import { type ErrorCode, errors } from '../domain/errors.ts'
import { type Json, reference } from './openapi-schemas.ts'

const responseName = (status: number) => `Error${status}`

/** One response per status, with an example of each of its codes. */
const groups = Map.groupBy(Object.entries(errors), ([, { status }]) => status)

export const errorResponses: Json = Object.fromEntries(
  Array.from(groups, ([status, group]) => [
    responseName(status),
    {
      description: group.map(([code]) => `\`${code}\``).join(', '),
      headers: { 'X-Request-Id': reference('headers', 'X-Request-Id') },
      content: {
        'application/json': {
          schema: reference('schemas', 'Error'),
          examples: Object.fromEntries(
            group.map(([code, { type }]) => [code, { value: errorExample(code, type) }]),
          ),
        },
      },
    },
  ]),
)

function errorExample(code: string, type: string): Json {
  return { error: { type, code, message: 'Says what to do.', requestId: 'f3a1c2d4' } }
}

/** The responses that these codes can come as. */
export function failures(codes: readonly ErrorCode[]): Json {
  const statuses = new Set(codes.map((code) => errors[code].status))
  return Object.fromEntries(
    [...statuses].sort().map((status) => [status, reference('responses', responseName(status))]),
  )
}
