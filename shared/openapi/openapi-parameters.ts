import * as z from 'zod'
import { isIdempotent, type Operation } from '../kernel/operation/operation.ts'
import { inputSchema, type Json } from './openapi-schemas.ts'

/** What the parameters of lists mean, by their name. */
const queryParameters: Readonly<Record<string, string>> = {
  limit: 'How many items a page has at most.',
  starting_after: 'The `nextCursor` of the page before; without it the list begins.',
  page: 'Which page, from 1.',
  email: 'Only the customer with this email, in any letter case.',
  status: 'Only sessions that have this status now.',
  linkId: 'Only sessions opened from this payment link.',
  type: 'Only events of this type.',
  sessionId: 'Only events of this checkout session.',
  createdAfter: 'Only what was created at this time or later.',
  createdBefore: 'Only what was created at this time or earlier.',
}

/** The parameters of an operation in path, query and header. */
export function parameters(operation: Operation): Json[] {
  const { path, query } = operation
  const { properties } = z
    .looseObject({ properties: z.record(z.string(), z.looseObject({})).default({}) })
    .parse(inputSchema(query).schema)
  const defaults = z.record(z.string(), z.unknown()).parse(query.safeParse({}).data ?? {})
  return [
    ...(path.includes('{id}') ? [pathId] : []),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      description: queryParameters[name] ?? '',
      schema: { ...schema, ...(name in defaults && { default: defaults[name] }) },
    })),
    ...(isIdempotent(operation) ? [idempotencyKey] : []),
  ]
}

const pathId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the resource.',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 printable ASCII characters, such as a UUID. Sent again within 24 hours, the first response is repeated and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}
