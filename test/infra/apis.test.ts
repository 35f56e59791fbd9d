import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { functions } from '../../infra/functions.ts'
import { routesOf } from '../../infra/local/gateway/route.ts'
import { errorBody } from '../../shared/kernel/wire/error.ts'
import { ownTemplates, resourcesOf, type Template } from './synthesis.ts'

/** An API's description in its template, as strict about API Gateway's extensions as its import. */
const response = z.strictObject({
  statusCode: z.string(),
  responseParameters: z.record(z.string(), z.string()),
  responseTemplates: z.strictObject({ 'application/json': z.string() }),
})
const header = z.strictObject({ schema: z.strictObject({ type: z.literal('string') }) })
const refusal = z.strictObject({
  security: z.tuple([z.strictObject({ api_key: z.tuple([]) })]),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.strictObject({ description: z.string(), headers: z.record(z.string(), header) }),
  ),
  'x-amazon-apigateway-integration': z.strictObject({
    type: z.literal('mock'),
    passthroughBehavior: z.literal('never'),
    requestTemplates: z.record(z.string(), z.string()),
    responses: z.record(z.string(), response),
  }),
})
const call = z.strictObject({
  security: z.tuple([z.strictObject({ api_key: z.tuple([]) })]),
  responses: z.strictObject({ '200': z.strictObject({ description: z.string() }) }),
  'x-amazon-apigateway-integration': z.strictObject({
    type: z.literal('aws_proxy'),
    httpMethod: z.literal('POST'),
    uri: z.string(),
    responseTransferMode: z.literal('STREAM').optional(),
    timeoutInMillis: z.int().optional(),
  }),
})
const pathItem = z.strictObject({
  get: call.optional(),
  post: call.optional(),
  patch: call.optional(),
  delete: call.optional(),
  'x-amazon-apigateway-any-method': refusal,
})
const description = z.strictObject({
  openapi: z.literal('3.0.1'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().regex(/^\/[\w{}+./-]+$/), pathItem),
  components: z.strictObject({
    securitySchemes: z.strictObject({
      api_key: z.strictObject({
        type: z.literal('apiKey'),
        name: z.literal('x-api-key'),
        in: z.literal('header'),
      }),
    }),
  }),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), response),
  'x-amazon-apigateway-minimum-compression-size': z.literal(1000),
})

const restApi = z.looseObject({
  Name: z.string(),
  EndpointConfiguration: z.strictObject({ Types: z.tuple([z.literal('REGIONAL')]) }),
  Body: description,
})

let templates: ReadonlyMap<string, Template>
let apis: z.output<typeof restApi>[]

beforeAll(async () => {
  templates = await ownTemplates()
  apis = resourcesOf(templates, 'AWS::ApiGateway::RestApi').map((each) =>
    restApi.parse(each.properties),
  )
})

const routes = routesOf(functions)

const paths = () => apis.flatMap(({ Body }) => Object.entries(Body.paths))
const calls = () =>
  paths().flatMap(([resource, { 'x-amazon-apigateway-any-method': _, ...methods }]) =>
    Object.entries(methods).flatMap(([method, each]) => {
      const integration = each?.['x-amazon-apigateway-integration']
      return integration ? [{ method: method.toUpperCase(), resource, ...integration }] : []
    }),
  )
const refusals = () =>
  paths().map(([resource, item]) => ({
    resource,
    ...item['x-amazon-apigateway-any-method']['x-amazon-apigateway-integration'],
    declared: item['x-amazon-apigateway-any-method'].responses,
  }))

function errorOf(each: z.output<typeof response> | undefined) {
  return errorBody.parse(JSON.parse(each?.responseTemplates['application/json'] ?? '{}')).error
}

describe('the REST APIs', () => {
  it('are four, each one resource of its stack', () => {
    expect(apis.map(({ Name }) => Name)).toEqual([
      'quittance-api',
      'quittance-callbacks',
      'quittance-checkout',
      'quittance-dashboard',
    ])
    for (const type of ['Method', 'Resource', 'GatewayResponse']) {
      expect(resourcesOf(templates, `AWS::ApiGateway::${type}`)).toEqual([])
    }
  })

  it('are described in valid OpenAPI', async () => {
    for (const { Body } of apis) {
      expect(await new Validator().validate(structuredClone(Body))).toEqual({ valid: true })
    }
  })

  it('have fewer paths than an API may have by default', () => {
    for (const { Body } of apis) expect(Object.keys(Body.paths).length).toBeLessThan(300)
  })

  it('serve every route with its function', () => {
    const served = calls().map(({ method, resource }) => `${method} ${resource}`)
    expect(served.sort()).toEqual(
      routes.map(({ method, resource }) => `${method} ${resource}`).sort(),
    )
    const dashboard = calls().filter(({ resource }) => resource.startsWith('/api/dashboard/'))
    for (const { uri, resource } of dashboard) {
      const name = routes.find((route) => route.resource === resource)?.functionName
      expect(uri).toContain(`:function:quittance-${name}/invocations`)
    }
  })

  it('stream only the routes that the table says', () => {
    const streaming = calls().filter(({ responseTransferMode }) => responseTransferMode)
    expect(streaming).toHaveLength(routes.filter((route) => route.streaming).length)
    for (const { uri, timeoutInMillis } of streaming) {
      expect(timeoutInMillis).toBe(60_000)
      expect(uri).toMatch(/\/2021-11-15\/functions\/.+\/response-streaming-invocations$/)
    }
  })

  it('respond to unsupported methods with those that are allowed', () => {
    const served = new Set(routes.map((route) => route.resource))
    const onPaths = refusals().filter(({ resource }) => served.has(resource))
    expect(onPaths).toHaveLength(served.size)
    for (const { responses } of onPaths) {
      expect(Object.keys(responses).sort()).toEqual(['204', '405'])
      expect(responses['405']).toMatchObject({
        statusCode: '405',
        responseParameters: {
          'method.response.header.X-Request-Id': 'context.requestId',
          'method.response.header.Allow': expect.stringMatching(/^'[A-Z, ]+'$/),
        },
      })
      expect(errorOf(responses['405'])).toMatchObject({
        type: 'invalid_request',
        code: 'method_not_allowed',
        requestId: '$context.requestId',
      })
    }
  })

  it('respond so whatever the body, and set only headers that are declared', () => {
    for (const { responses, requestTemplates, declared } of refusals()) {
      for (const [status, { responseParameters }] of Object.entries(responses)) {
        const set = Object.keys(responseParameters).map((name) => name.split('.').at(-1))
        expect(Object.keys(declared[status]?.headers ?? {}).sort()).toEqual(set.sort())
      }
      expect(Object.keys(requestTemplates)).toEqual(
        expect.arrayContaining(['application/json', 'text/plain', 'multipart/form-data']),
      )
    }
  })

  it('respond to unknown paths with 404, even with a bearer token', () => {
    for (const { Body } of apis) expect(Object.keys(Body.paths)).toContain('/{proxy+}')
    const served = new Set(routes.map((route) => route.resource))
    for (const { resource, responses } of refusals()) {
      if (served.has(resource)) continue
      expect(Object.keys(responses), resource).toEqual(['404'])
      expect(errorOf(responses['404'])).toMatchObject({
        type: 'not_found',
        code: 'route_not_found',
      })
    }
  })

  it('give their own errors the specification’s shape and the request id', () => {
    for (const { Body } of apis) {
      const responses = Body['x-amazon-apigateway-gateway-responses']
      expect(Object.keys(responses).sort()).toEqual(gatewayResponseTypes)
      for (const each of Object.values(responses)) {
        expect(errorOf(each).requestId).toBe('$context.requestId')
        expect(each.responseParameters['gatewayresponse.header.X-Request-Id']).toBe(
          'context.requestId',
        )
      }
      const codes = Object.entries(responses).map(([type, each]) => [
        type,
        `${each.statusCode} ${errorOf(each).code}`,
      ])
      expect(Object.fromEntries(codes)).toMatchObject({
        DEFAULT_5XX: '500 internal_error',
        INTEGRATION_TIMEOUT: '504 timed_out',
        MISSING_AUTHENTICATION_TOKEN: '404 route_not_found',
        REQUEST_TOO_LARGE: '413 body_too_large',
        THROTTLED: '429 rate_limit_exceeded',
        UNAUTHORIZED: '401 unauthenticated',
        UNSUPPORTED_MEDIA_TYPE: '415 unsupported_media_type',
      })
      expect(responses['THROTTLED']?.responseParameters).toMatchObject({
        'gatewayresponse.header.Retry-After': "'1'",
      })
    }
  })

  it('are throttled, and log neither bodies nor addresses nor ids in paths', () => {
    const stages = resourcesOf(templates, 'AWS::ApiGateway::Stage').map(
      ({ properties }) => properties,
    )
    expect(stages).toHaveLength(4)
    const limits = z.object({
      ThrottlingRateLimit: z.number(),
      ThrottlingBurstLimit: z.number(),
      LoggingLevel: z.literal('OFF'),
    })
    for (const stage of stages) {
      expect(stage).toMatchObject({
        AccessLogSetting: { Format: expect.stringContaining('$context.requestId') },
      })
      expect(z.array(limits).parse(stage['MethodSettings']).length).toBeGreaterThan(1)
      const format = JSON.stringify(stage['AccessLogSetting'])
      expect(format).not.toMatch(
        /\$context\.(path|identity|authorizer|error\.message|requestOverride)/,
      )
    }
  })
})

/** The variables that API Gateway has. */
const gatewayResponseTypes = [
  'ACCESS_DENIED',
  'API_CONFIGURATION_ERROR',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'AUTHORIZER_FAILURE',
  'BAD_REQUEST_BODY',
  'BAD_REQUEST_PARAMETERS',
  'DEFAULT_4XX',
  'DEFAULT_5XX',
  'EXPIRED_TOKEN',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
  'INVALID_API_KEY',
  'INVALID_SIGNATURE',
  'MISSING_AUTHENTICATION_TOKEN',
  'QUOTA_EXCEEDED',
  'REQUEST_TOO_LARGE',
  'RESOURCE_NOT_FOUND',
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
  'WAF_FILTERED',
]
