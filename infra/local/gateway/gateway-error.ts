import { timedOut as requestTimedOut } from '../../../shared/http/gateway-errors.ts'
import { type ErrorCode, errors } from '../../../shared/kernel/errors.ts'
import type { GatewayResponse } from './proxy-response.ts'

/** An error response of the gateway itself; API Gateway's own responses are the same on AWS. */
export function gatewayError(
  requestId: string,
  { code, message }: { code: ErrorCode; message: string },
  headers: Readonly<Record<string, string>> = {},
): GatewayResponse {
  const { status, type } = errors[code]
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify({ error: { type, code, message, requestId } })),
  }
}

export function routeNotFound(requestId: string, method: string, path: string): GatewayResponse {
  const message = `${method} ${path} does not exist. Check the method and the path in the API reference.`
  return gatewayError(requestId, { code: 'route_not_found', message })
}

export function methodNotAllowed(requestId: string, allow: readonly string[]): GatewayResponse {
  const message = `This path does not support this method. Use ${allow.join(' or ')}.`
  const headers = { Allow: allow.join(', ') }
  return gatewayError(requestId, { code: 'method_not_allowed', message }, headers)
}

export function bodyTooLarge(requestId: string): GatewayResponse {
  const message = 'The body is larger than 10 MB.'
  return gatewayError(requestId, { code: 'body_too_large', message }, { Connection: 'close' })
}

export function internalError(requestId: string): GatewayResponse {
  const message =
    'Something went wrong on our side. Try again. If it keeps failing, contact support with the request id.'
  return gatewayError(requestId, { code: 'internal_error', message })
}

export function timedOut(requestId: string): GatewayResponse {
  return gatewayError(requestId, requestTimedOut())
}

export function tooManyRequests(requestId: string): GatewayResponse {
  const message = 'Too many requests. Wait a second and try again.'
  return gatewayError(requestId, { code: 'rate_limit_exceeded', message }, { 'Retry-After': '1' })
}
