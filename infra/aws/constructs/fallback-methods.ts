import { type IResource, MockIntegration, PassthroughBehavior } from 'aws-cdk-lib/aws-apigateway'
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
 * Handles the methods that a resource doesn't have: 405 if it has others, 404 if it has none, and OPTIONS with the
 * allowed ones. Without it, API Gateway treats a bearer token on an unknown path as a malformed AWS signature.
 */
export function addFallbackMethods(resource: IResource, methods: readonly string[]): void {
  const error = methods.length > 0 ? methodNotAllowed('$context.requestId', methods) : routeNotFound
  const status = String(error.status)
  const allow = methods.length > 0 ? { Allow: `'${methods.join(', ')}'` } : {}
  const options = methods.length > 0 ? [{ status: '204', body: '' }] : []
  const responses = [{ status, body: Buffer.from(error.body).toString() }, ...options]
  const template = `{"statusCode": ${options.length > 0 ? `#if($context.httpMethod == "OPTIONS")204#else${status}#end` : status}}`

  const integration = new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: Object.fromEntries(contentTypes.map((type) => [type, template])),
    integrationResponses: responses.map((each) => ({
      statusCode: each.status,
      selectionPattern: each.status,
      responseTemplates: { 'application/json': each.body },
      responseParameters: headers('method.response.header.', {
        'X-Request-Id': 'context.requestId',
        ...allow,
      }),
    })),
  })
  resource.addMethod('ANY', integration, {
    methodResponses: responses.map((each) => ({
      statusCode: each.status,
      responseParameters: headers('method.response.header.', {
        'X-Request-Id': true,
        ...(methods.length > 0 && { Allow: true }),
      }),
    })),
  })
}

function headers<Value>(prefix: string, values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))
}
