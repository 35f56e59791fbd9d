import { methodNotAllowed } from '../../local/gateway/gateway-error.ts'
import { routeNotFound } from './gateway-responses.ts'

/** A mock responds only to content types that it has a template for; API Gateway rejects any other with a 415. */
const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/octet-stream',
  'multipart/form-data',
  'text/plain',
  'text/html',
]

/**
 * Describes what handles the methods that a path doesn't have: 405 if it has others, 404 if it has none, and OPTIONS with
 * the allowed ones. Without it, API Gateway treats a bearer token on an unknown path as a malformed AWS signature.
 */
export function fallbackMethod(methods: readonly string[]) {
  const isPath = methods.length > 0
  const error = isPath ? methodNotAllowed('$context.requestId', methods) : routeNotFound
  const status = String(error.status)
  const allow = isPath ? { 'method.response.header.Allow': `'${methods.join(', ')}'` } : {}
  const responses = [
    { status, body: Buffer.from(error.body).toString() },
    ...(isPath ? [{ status: '204', body: '' }] : []),
  ]
  const chosen = isPath ? `#if($context.httpMethod == "OPTIONS")204#else${status}#end` : status
  const template = `{"statusCode": ${chosen}}`
  const header = { schema: { type: 'string' } }
  const headers = { 'X-Request-Id': header, ...(isPath && { Allow: header }) }

  return {
    // Like every method: only CloudFront can call it.
    security: [{ api_key: [] }],
    responses: Object.fromEntries(
      responses.map((each) => [each.status, { description: each.status, headers }]),
    ),
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(contentTypes.map((type) => [type, template])),
      // By the status that the template chooses.
      responses: Object.fromEntries(
        responses.map((each) => [
          each.status,
          {
            statusCode: each.status,
            responseTemplates: { 'application/json': each.body },
            responseParameters: {
              'method.response.header.X-Request-Id': 'context.requestId',
              ...allow,
            },
          },
        ]),
      ),
    },
  }
}
