import { eventTypes } from '../domain/event.ts'
import { type Endpoint, endpoints, type OperationId } from './endpoints.ts'
import { errorBody } from './error.ts'
import { event } from './event.ts'
import { errorResponses, failures } from './openapi-errors.ts'
import { parameters } from './openapi-parameters.ts'
import {
  componentSchemas,
  inputSchema,
  type Json,
  outputSchema,
  reference,
} from './openapi-schemas.ts'
import { operationDocs } from './operation-docs.ts'
import { operationErrors, takesBody } from './operation-errors.ts'

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
  const rows = Object.entries<Endpoint>(endpoints).flatMap(([id, endpoint]): Row[] =>
    isOperation(id) ? [[id, endpoint]] : [],
  )
  const byPath = Map.groupBy(rows, ([, { path }]) => path)
  return Object.fromEntries(
    Array.from(byPath, ([path, operations]) => [path, Object.fromEntries(operations.map(verb))]),
  )
}

type Row = [OperationId, Endpoint]

function isOperation(id: string): id is OperationId {
  return Object.hasOwn(endpoints, id)
}

function verb([operationId, endpoint]: Row): [string, Json] {
  return [endpoint.method.toLowerCase(), operation(operationId, endpoint)]
}

function operation(operationId: OperationId, endpoint: Endpoint): Json {
  const { tag, summary, description, example } = operationDocs[operationId]
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, `Scope: \`${endpoint.scope}\`.`].filter(Boolean).join('\n\n'),
    security: [{ apiKey: [endpoint.scope] }],
    parameters: parameters(endpoint),
    ...(takesBody(endpoint) && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: inputSchema(endpoint.body), ...(example && { example }) },
        },
      },
    }),
    responses: {
      [endpoint.status]: success(endpoint),
      ...failures(operationErrors(operationId, endpoint)),
    },
  }
}

function success({ response, idempotent }: Endpoint): Json {
  return {
    description: 'Done.',
    headers: {
      'X-Request-Id': reference('headers', 'X-Request-Id'),
      'X-RateLimit-Limit': reference('headers', 'X-RateLimit-Limit'),
      'X-RateLimit-Remaining': reference('headers', 'X-RateLimit-Remaining'),
      'X-RateLimit-Reset': reference('headers', 'X-RateLimit-Reset'),
      ...(idempotent && { 'Idempotent-Replayed': reference('headers', 'Idempotent-Replayed') }),
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
    ['Retry-After', 'integer', 'Seconds to wait before the next attempt.'],
    ['Idempotent-Replayed', 'boolean', 'There, and `true`, where an earlier answer is repeated.'],
  ].map(([name, type, description]) => [name, { description, schema: { type } }]),
)

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
