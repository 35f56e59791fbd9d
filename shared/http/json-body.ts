import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../domain/errors.ts'
import { header } from './http-message.ts'

const defaultMaxBytes = 64 * 1024
const maxDepth = 16

/** The body's bytes as they were sent, for signatures. */
export function rawBody({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')
}

/**
 * The body as JSON. Throws `body_too_large`, `unsupported_media_type`, `malformed_json`, and `parameter_invalid` for
 * what no schema could make safe: `__proto__`, half characters, endless nesting.
 */
export function jsonBody(
  event: APIGatewayProxyEvent,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
): unknown {
  const bytes = rawBody(event)
  if (bytes.byteLength > maxBytes) {
    throw new ServiceError('body_too_large', `The body may have at most ${maxBytes / 1024} KiB.`)
  }
  if (bytes.byteLength > 0 && !isJson(header(event, 'content-type'))) {
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as JSON, with the header "Content-Type: application/json".',
    )
  }
  const value = parseJson(bytes)
  if (value === undefined) {
    throw new ServiceError(
      'malformed_json',
      'The body is not valid JSON. Send one JSON object, encoded in UTF-8.',
    )
  }
  refuseUnsafe(value, maxDepth)
  return value
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')
}

/** Undefined where it is no JSON in UTF-8. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function refuseUnsafe(value: unknown, depth: number): void {
  if (depth === 0) throw unsafe(`The body may be nested at most ${maxDepth} levels deep.`)
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw unsafe('The body has text that is not well-formed Unicode.')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw unsafe('The body may not have a key named "__proto__".')
    refuseUnsafe(key, depth)
    refuseUnsafe(inner, depth - 1)
  }
}

function unsafe(message: string): ServiceError {
  return new ServiceError('parameter_invalid', message)
}
