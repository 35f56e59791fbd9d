import { Aws } from 'aws-cdk-lib'
import type { Route } from '../../local/gateway/route.ts'
import { fallbackMethod } from './fallback-method.ts'
import { gatewayResponses } from './gateway-responses.ts'

/** CloudFront compresses nothing that it doesn't cache. */
export const compressedFromBytes = 1000

export type DescribedRoute = Route & { functionArn: string }

/**
 * Describes a REST API in OpenAPI with API Gateway's extensions: one resource of a stack, which may have 500, instead of
 * two for each route.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function describeApi(title: string, routes: readonly DescribedRoute[]) {
  const resources = new Set(routes.flatMap(({ resource }) => withParents(resource)))
  const paths = [...resources].sort().map((resource) => {
    const alike = routes.filter((route) => route.resource === resource)
    return [resource, pathItem(alike)] as const
  })
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths: { ...Object.fromEntries(paths), '/{proxy+}': pathItem([]) },
    components: {
      securitySchemes: { api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' } },
    },
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
    // An import overwrites what it doesn't name.
    'x-amazon-apigateway-minimum-compression-size': compressedFromBytes,
  }
}

/** One path's methods; the others are not allowed or, without any, not found. */
function pathItem(routes: readonly DescribedRoute[]) {
  const methods = routes.map((route) => route.method).sort()
  return {
    ...Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), proxied(route)])),
    'x-amazon-apigateway-any-method': fallbackMethod(methods),
  }
}

/** Only CloudFront can call it: it needs the key that CloudFront adds. */
function proxied({ functionArn, streaming }: DescribedRoute) {
  const invocations = streaming
    ? `2021-11-15/functions/${functionArn}/response-streaming-invocations`
    : `2015-03-31/functions/${functionArn}/invocations`
  return {
    security: [{ api_key: [] }],
    // The function's own, whatever its status.
    responses: { '200': { description: 'Response of the function' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/${invocations}`,
      ...(streaming && { responseTransferMode: 'STREAM', timeoutInMillis: 60_000 }),
    },
  }
}

/** `/api/v1/links` → itself, `/api/v1`, `/api`. */
function withParents(resource: string): string[] {
  const parts = resource.split('/').slice(1)
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
}
