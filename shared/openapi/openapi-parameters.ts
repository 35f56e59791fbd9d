import * as z from 'zod'
import { isIdempotent, type Operation } from '../kernel/operation/operation.ts'
import { inputSchema, type Json } from './openapi-schemas.ts'

/** The descriptions of list parameters, by name. */
const queryParameters: Readonly<Record<string, string>> = {
  limit: 'The maximum number of items per page.',
  starting_after: 'The `nextCursor` of the previous page; leave it out for the first page.',
  page: 'The page number, starting at 1. Not together with `starting_after`.',
  email: 'Only the customer with this email, in any letter case.',
  status: 'Only those that currently have this status.',
  linkId: 'Only of this payment link.',
  customerId: 'Only of this customer.',
  metadata:
    'Only of sessions with this pair of metadata, such as `metadata[order]=1001`. Numbers are compared as text. Of a session, the first 20 pairs are found.',
  type: 'Only events of this type.',
  sessionId: 'Only events of this checkout session.',
  createdAfter: 'Only resources created at this time or later.',
  createdBefore: 'Only resources created at this time or earlier.',
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
      ...(name === 'metadata' && { style: 'deepObject', explode: true }),
      schema: { ...schema, ...(name in defaults && { default: defaults[name] }) },
    })),
    ...(isIdempotent(operation) ? [idempotencyKey] : []),
    ...(operation.cacheControl === null ? [] : [knownTag]),
  ]
}

const pathId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the resource.',
  schema: { type: 'string' },
}

const knownTag = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response: the response is a 304 if nothing has changed.',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 printable ASCII characters, such as a UUID. If you repeat a request with the same key within 24 hours, you get the first response again, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}
