import { type IResource, MockIntegration, PassthroughBehavior } from 'aws-cdk-lib/aws-apigateway'
import { methodNotAllowed } from '../../local/gateway/gateway-error.ts'
import { nothingHere } from './gateway-responses.ts'

/** A mock answers only what it has a template for; anything else becomes the gateway's 415. */
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
 * Answers the methods that a resource does not have: 405 where it has others, 404 where it has none, and OPTIONS with
 * what there is. Without it, API Gateway takes a bearer token on an unknown path for a broken AWS signature.
 */
export function answerOtherMethods(resource: IResource, methods: readonly string[]): void {
  const answer = methods.length > 0 ? methodNotAllowed('$context.requestId', methods) : nothingHere
  const status = String(answer.status)
  const allow = methods.length > 0 ? { Allow: `'${methods.join(', ')}'` } : {}
  const options = methods.length > 0 ? [{ status: '204', body: '' }] : []
  const answers = [{ status, body: Buffer.from(answer.body).toString() }, ...options]
  const template = `{"statusCode": ${options.length > 0 ? `#if($context.httpMethod == "OPTIONS")204#else${status}#end` : status}}`

  const integration = new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: Object.fromEntries(contentTypes.map((type) => [type, template])),
    integrationResponses: answers.map((each) => ({
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
    methodResponses: answers.map((each) => ({
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
