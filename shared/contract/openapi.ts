import * as z from 'zod'
import type { ErrorCode } from '../domain/errors.ts'
import { eventTypes } from '../domain/event.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { errorBody } from './error.ts'
import { event } from './event.ts'
import { errorResponses, failures } from './openapi-errors.ts'
import {
  componentSchemas,
  inputSchema,
  type Json,
  outputSchema,
  reference,
} from './openapi-schemas.ts'
import { type OperationDoc, operationDocs } from './operation-docs.ts'

/** The OpenAPI 3.1 description of the API at `baseUrl`, folded from the endpoint table and its schemas. */
export function openapi({ baseUrl }: { baseUrl: string }): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Quittance API',
      version: '1.0.0',
      summary: 'On-chain payments: links, checkout sessions, webhooks.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/api/v1` }],
    security: [{ apiKey: [] }],
    tags: [...new Set(Object.values(operationDocs).map(({ tag }) => tag))].map((name) => ({
      name,
    })),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `ck_live_…` sees live data only, `ck_test_…` test data only.',
        },
      },
      headers,
      responses: errorResponses,
      schemas: componentSchemas([
        errorBody,
        event,
        ...Object.values<Endpoint>(endpoints).map(({ response }) => response),
      ]),
    },
  }
}

const introduction = [
  'Amounts of money are decimal strings, times are ISO 8601 in UTC, ids are opaque.',
  'Changing operations take an `Idempotency-Key`: repeated within 24 hours, the first answer comes again and nothing is done twice.',
  'Ship an order when its session is `paid`, `paid_late` or `overpaid`.',
].join('\n\n')

function paths(): Json {
  const rows = Object.entries<Endpoint>(endpoints)
  const byPath = Map.groupBy(rows, ([, { path }]) => path)
  return Object.fromEntries(
    Array.from(byPath, ([path, operations]) => [path, Object.fromEntries(operations.map(verb))]),
  )
}

function verb([operationId, endpoint]: [string, Endpoint]): [string, Json] {
  return [endpoint.method.toLowerCase(), operation(operationId, endpoint)]
}

function operation(operationId: string, endpoint: Endpoint): Json {
  const docs: Partial<Record<string, OperationDoc>> = operationDocs
  const {
    tag,
    summary,
    description,
    example,
    errors: own = [],
  } = docs[operationId] ?? {
    tag: 'Other',
    summary: operationId,
  }
  const codes = [...commonErrors(endpoint), ...own]
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, `Scope: \`${endpoint.scope}\`.`].filter(Boolean).join('\n\n'),
    parameters: parameters(endpoint),
    ...(takesBody(endpoint) && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: inputSchema(endpoint.body), ...(example && { example }) },
        },
      },
    }),
    responses: { [endpoint.status]: success(endpoint), ...failures(codes) },
  }
}

function takesBody({ body }: Endpoint): boolean {
  return !body.safeParse(undefined).success
}

function parameters({ path, query, idempotent }: Endpoint): Json[] {
  const schema = z
    .looseObject({ properties: z.record(z.string(), z.unknown()).default({}) })
    .parse(inputSchema(query))
  return [
    ...(path.includes('{id}')
      ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
      : []),
    ...Object.entries(schema.properties).map(([name, property]) => ({
      name,
      in: 'query',
      required: false,
      schema: property,
    })),
    ...(idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: '1 to 255 printable ASCII characters.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ]
}

function success({ response }: Endpoint): Json {
  return {
    description: 'Done.',
    headers: {
      'X-Request-Id': reference('headers', 'X-Request-Id'),
      'X-RateLimit-Limit': reference('headers', 'X-RateLimit-Limit'),
      'X-RateLimit-Remaining': reference('headers', 'X-RateLimit-Remaining'),
      'X-RateLimit-Reset': reference('headers', 'X-RateLimit-Reset'),
    },
    content: { 'application/json': { schema: outputSchema(response) } },
  }
}

const headers = Object.fromEntries(
  [
    ['X-Request-Id', 'string', 'Names this request in our log.'],
    ['X-RateLimit-Limit', 'integer', 'Requests that the key may make in a minute.'],
    ['X-RateLimit-Remaining', 'integer', 'Requests left in this minute.'],
    ['X-RateLimit-Reset', 'integer', 'Seconds until the next minute begins.'],
  ].map(([name, type, description]) => [name, { description, schema: { type } }]),
)

/** Errors that follow from what an endpoint takes. */
function commonErrors(endpoint: Endpoint): ErrorCode[] {
  return [
    'parameter_invalid',
    'parameter_unknown',
    ...(takesBody(endpoint)
      ? ([
          'parameter_missing',
          'malformed_json',
          'body_too_large',
          'unsupported_media_type',
        ] as const)
      : []),
    ...(endpoint.idempotent
      ? (['idempotency_key_invalid', 'idempotency_key_reused'] as const)
      : []),
    ...(endpoint.path.includes('{id}') ? (['resource_not_found'] as const) : []),
    'unauthenticated',
    'insufficient_scope',
    'rate_limit_exceeded',
    'internal_error',
    'timed_out',
  ]
}

function webhooks(): Json {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          tags: ['Webhooks'],
          summary: `A session became ${type.slice('session.'.length)}`,
          description:
            'Signed with `X-Webhook-Signature` and with the headers of Standard Webhooks. Answer 2xx within 30 seconds.',
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: outputSchema(event) } },
          },
          responses: {
            '2XX': { description: 'Received.' },
            '4XX': { description: 'Sent again later.' },
          },
        },
      },
    ]),
  )
}
