import { type EventType, eventTypes } from '../events/rules/event.ts'
import { event } from '../events/wire/event.ts'
import { errorBody } from '../kernel/wire/error.ts'
import { type Endpoint, endpoints, type OperationId } from './endpoints.ts'
import { errorResponses, failures } from './openapi-errors.ts'
import { parameters } from './openapi-parameters.ts'
import { inputSchema, type Json, outputSchema, reference } from './openapi-schemas.ts'
import { operationDocs, tagDescriptions } from './operation-docs.ts'
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
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: { ...paths(), '/openapi.json': { get: describeApi } },
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
      schemas: schemas(),
    },
  }
}

/** All that the document refers to by name: resources, bodies of requests, and what they are made of. */
function schemas(): Json {
  const rows = Object.entries<Endpoint>(endpoints)
  const outputs = [errorBody, event, ...rows.map(([, { response }]) => response)].map(outputSchema)
  const inputs = rows.map(([id, { body, query }]) => {
    const given = inputSchema(body)
    const bodies = takesBody({ body }) ? { [bodyName(id)]: given.schema } : {}
    return { ...inputSchema(query).named, ...given.named, ...bodies }
  })
  const OpenApiDocument = { type: 'object', additionalProperties: true }
  const all = Object.assign({ OpenApiDocument }, ...inputs, ...outputs.map(({ named }) => named))
  return Object.fromEntries(Object.entries<Json>(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** `CreateQuoteBody` for `createQuote`. */
function bodyName(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`
}

const describeApi: Json = {
  operationId: 'getOpenApi',
  tags: ['Description'],
  summary: 'Get this description',
  description:
    'The OpenAPI 3.1 document of this instance. It needs no key and takes no parameters.',
  security: [],
  responses: {
    200: {
      description: 'The document.',
      headers: { 'X-Request-Id': reference('headers', 'X-Request-Id') },
      content: { 'application/json': { schema: reference('schemas', 'OpenApiDocument') } },
    },
    ...failures(['parameter_unknown', 'internal_error', 'timed_out']),
  },
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
          'application/json': {
            schema: reference('schemas', bodyName(operationId)),
            ...(example && { example }),
          },
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
    content: { 'application/json': { schema: outputSchema(response).schema } },
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

const summaries: Readonly<Record<EventType, string>> = {
  'session.detected': 'A session became detected',
  'session.paid': 'A session became paid',
  'session.paid_late': 'A session became paid_late',
  'session.expired': 'A session became expired',
  'session.underpaid': 'A session became underpaid',
  'session.overpaid': 'A session became overpaid',
  'session.failed': 'A session became failed; sent only to endpoints that name this type',
  'session.unmatched_deposit':
    'Money arrived at a session’s address and did not count; sent only to endpoints that name this type',
}

function webhooks(): Json {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          tags: ['Webhooks'],
          summary: summaries[type],
          description:
            'Signed with `X-Webhook-Signature` and with the headers of Standard Webhooks. Answer 2xx within 30 seconds.',
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: outputSchema(event).schema } },
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
