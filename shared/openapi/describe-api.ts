import {
  isIdempotent,
  type Operation,
  operationId,
  scopeOf,
} from '../kernel/operation/operation.ts'
import { errorBody } from '../kernel/wire/error.ts'
import { event } from '../merchant/events/wire/event.ts'
import { merchantOperations } from '../merchant-operations.ts'
import { eventTypes } from '../records/outbox/rules/event.ts'
import { eventSummaryOf } from './event-examples.ts'
import { getOpenApi } from './get-open-api.ts'
import { errorResponses, failures } from './openapi-errors.ts'
import { parameters } from './openapi-parameters.ts'
import { inputSchema, type Json, outputSchema, reference } from './openapi-schemas.ts'
import { acceptsBody, operationErrors } from './operation-errors.ts'
import { tagDescriptions } from './tags.ts'

/** The OpenAPI 3.1 description of the API wherever it is, generated from the merchant operations. */
export function describeApi(): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Quittance API',
      version: '1.0.0',
      summary: 'On-chain payments: links, checkout sessions, webhooks.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ apiKey: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
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
      schemas: schemas(),
    },
  }
}

const operations: readonly Operation[] = [...Object.values(merchantOperations), getOpenApi]

/** Everything that the document refers to by name: resources, request bodies, and their parts. */
function schemas(): Json {
  const outputs = [errorBody, event, ...operations.map(({ success }) => success.schema)]
  const inputs = operations.map((operation) => {
    const given = inputSchema(operation.body)
    const bodies = acceptsBody(operation) ? { [bodyName(operation)]: given.schema } : {}
    return { ...inputSchema(operation.query).named, ...given.named, ...bodies }
  })
  const named = outputs.map((output) => outputSchema(output).named)
  const all: Json = Object.assign({}, ...inputs, ...named)
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** `CreateQuoteBody` for `create-quote`. */
function bodyName(operation: Operation): string {
  const id = operationId(operation)
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`
}

const introduction = [
  'Amounts of money are decimal strings, times are ISO 8601 in UTC, and ids are opaque.',
  'Operations that change something accept an `Idempotency-Key`: if you repeat a request within 24 hours, you get the first response again, and nothing is done twice.',
  'Ship an order when its session is `paid`, `paid_late` or `overpaid`.',
].join('\n\n')

function paths(): Json {
  const byPath = Map.groupBy(operations, ({ path }) => path.replace('/api/v1', ''))
  return Object.fromEntries(
    Array.from(byPath, ([path, members]) => [path, Object.fromEntries(members.map(verb))]),
  )
}

function verb(operation: Operation): [string, Json] {
  return [operation.method.toLowerCase(), described(operation)]
}

function described(operation: Operation): Json {
  const { caller, docs, success } = operation
  const { tag, summary, description, example } = docs
  const scope = caller.kind === 'merchant' ? scopeOf(operation) : undefined
  return {
    operationId: operationId(operation),
    tags: [tag],
    summary,
    description: [description, scope && `Scope: \`${scope}\`.`].filter(Boolean).join('\n\n'),
    security: caller.kind === 'merchant' ? [{ apiKey: scope ? [scope] : [] }] : [],
    parameters: parameters(operation),
    ...(acceptsBody(operation) && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference('schemas', bodyName(operation)),
            ...(example && { example }),
          },
        },
      },
    }),
    responses: {
      [success.status]: successResponse(operation),
      ...(operation.cacheControl !== null && { 304: { description: 'Nothing has changed.' } }),
      ...failures(operationErrors(operation)),
    },
  }
}

function successResponse(operation: Operation): Json {
  const names = [
    'X-Request-Id',
    ...(operation.caller.kind === 'merchant'
      ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
      : []),
    ...(isIdempotent(operation) ? ['Idempotent-Replayed'] : []),
    ...(operation.cacheControl === null ? [] : ['ETag']),
  ]
  return {
    description: 'Success.',
    headers: Object.fromEntries(names.map((name) => [name, reference('headers', name)])),
    content: { 'application/json': { schema: outputSchema(operation.success.schema).schema } },
  }
}

const headers = Object.fromEntries(
  [
    ['X-Request-Id', 'string', 'Identifies this request in the log.'],
    ['X-RateLimit-Limit', 'integer', 'Requests that the key may make per minute.'],
    ['X-RateLimit-Remaining', 'integer', 'Requests left in the current minute.'],
    ['X-RateLimit-Reset', 'integer', 'Seconds until the next minute starts.'],
    ['Retry-After', 'integer', 'Seconds to wait before the next attempt.'],
    ['ETag', 'string', 'Send it as `If-None-Match` to load only what has changed.'],
    ['Idempotent-Replayed', 'boolean', 'Present and `true` if an earlier response is repeated.'],
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
          summary: eventSummaryOf(type),
          description:
            'Signed with `X-Webhook-Signature` and with the headers of Standard Webhooks. Respond with 2xx within 30 seconds.',
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: outputSchema(event).schema } },
          },
          responses: {
            '2XX': { description: 'Received.' },
            '4XX': { description: 'Retried later.' },
          },
        },
      },
    ]),
  )
}
