import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { HeaderLine, Viewer } from './request-headers.ts'
import type { Route } from './route.ts'

export type GatewayRequest = {
  requestId: string
  receivedAt: Date
  viewer: Viewer
  method: string
  /** Percent-encoded, without the query. */
  path: string
  query: URLSearchParams
  headers: readonly HeaderLine[]
  body: Uint8Array
}

/** Returns the event of API Gateway's REST proxy integration (payload version 1). */
export function proxyEvent(
  request: GatewayRequest,
  route: Route,
  pathParameters: Record<string, string> | null,
): APIGatewayProxyEvent {
  const { method, path, query, headers } = request
  const queryNames = [...new Set(query.keys())]
  const hasQuery = queryNames.length > 0
  return {
    resource: route.resource,
    path,
    httpMethod: method,
    headers: Object.fromEntries(headers),
    multiValueHeaders: allValues(headers),
    queryStringParameters: hasQuery ? Object.fromEntries(query) : null,
    multiValueQueryStringParameters: hasQuery ? allValues([...query]) : null,
    pathParameters,
    stageVariables: null,
    requestContext: requestContext(request, route),
    ...eventBody(request),
  }
}

/** For a duplicate name, the single-value map has the last value, and this map has all of them, by the first spelling. */
function allValues(lines: readonly HeaderLine[]): Record<string, string[]> {
  // A Map, because a name can be `constructor` or `__proto__`.
  const values = new Map<string, string[]>()
  const spelling = new Map<string, string>()
  for (const [name, value] of lines) {
    const first = spelling.get(name.toLowerCase()) ?? name
    spelling.set(name.toLowerCase(), first)
    values.set(first, [...(values.get(first) ?? []), value])
  }
  return Object.fromEntries(values)
}

function requestContext(
  request: GatewayRequest,
  { resource }: Route,
): APIGatewayProxyEvent['requestContext'] {
  const { requestId, receivedAt, method, path } = request
  return {
    accountId: '000000000000',
    apiId: 'local',
    authorizer: null,
    protocol: 'HTTP/1.1',
    httpMethod: method,
    path,
    stage: 'local',
    resourceId: 'local',
    resourcePath: resource,
    requestId,
    extendedRequestId: requestId,
    requestTime: commonLogTime(receivedAt),
    requestTimeEpoch: receivedAt.getTime(),
    identity: {
      ...noIdentity,
      sourceIp: request.viewer.address,
      userAgent: headerValue(request.headers, 'user-agent') ?? null,
    },
  }
}

const noIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
} as const

function headerValue(headers: readonly HeaderLine[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

const textual = /^(text\/|application\/(.+\+)?(json|xml)\b|application\/x-www-form-urlencoded)/i

/** Text is passed unchanged, other bytes in base 64, so that a signature of the body stays valid. */
function eventBody({ body, headers }: GatewayRequest) {
  if (body.byteLength === 0) return { body: null, isBase64Encoded: false }
  const contentType = headerValue(headers, 'content-type') ?? 'application/json'
  const text = textual.test(contentType) ? decodeUtf8(body) : undefined
  if (text !== undefined) return { body: text, isBase64Encoded: false }
  return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** `27/Nov/2026:09:41:07 +0000`. */
function commonLogTime(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().replace(',', '').split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}
