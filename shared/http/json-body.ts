import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import { changedNumber } from './changed-number.ts'
import { fieldName } from './field-name.ts'
import { header } from './http-message.ts'
import { repeatedKey } from './repeated-key.ts'

const defaultMaxBytes = 64 * 1024
const maxDepth = 16

/** The body's bytes as received, for signatures. */
export function rawBody({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')
}

/**
 * The body as JSON. Throws `body_too_large`, `unsupported_media_type`, `malformed_json`, and `parameter_invalid` for
 * what no schema could make safe: `__proto__`, lone surrogates, deep nesting, repeated keys, numbers that would lose
 * digits.
 */
export function jsonBody(
  event: APIGatewayProxyEvent,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
): unknown {
  const bytes = rawBody(event)
  if (bytes.byteLength > maxBytes) {
    throw bodyTooLarge(maxBytes)
  }
  if (bytes.byteLength > 0 && !isJson(header(event, 'content-type'))) {
    throw unsupportedMediaType()
  }
  const text = decodeUtf8(bytes)
  if (text === undefined) throw malformedJson()
  return safeJson(text)
}

export function safeJson(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined) throw malformedJson()
  refuseUnsafe(value, [])
  refuseRepeatedKey(text)
  refuseChangedNumber(text)
  return value
}

export function bodyTooLarge(maxBytes = defaultMaxBytes): ServiceError {
  const message = `The body may have at most ${maxBytes / 1024} KiB. Send less.`
  return new ServiceError('body_too_large', message)
}

export function unsupportedMediaType(): ServiceError {
  const message = 'Send the body as JSON, with the header "Content-Type: application/json".'
  return new ServiceError('unsupported_media_type', message)
}

export function malformedJson(): ServiceError {
  const message = 'The body is not valid JSON. Send one JSON object, encoded in UTF-8.'
  return new ServiceError('malformed_json', message)
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Undefined if it isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuseUnsafe(value: unknown, path: readonly string[]): void {
  if (path.length === maxDepth) {
    throw unsafe(path.slice(0, 1), `is nested too deeply; a body may have ${maxDepth} levels`)
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw unsafe(path, 'has half of a Unicode surrogate pair; send whole characters')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const place = [...path, key]
    if (key === '__proto__') throw unsafe(place, 'has a name that is not allowed; choose another')
    if (!key.isWellFormed()) throw unsafe(path, 'has a key with half of a Unicode surrogate pair')
    refuseUnsafe(inner, place)
  }
}

/** All but one of a repeated key's values would be lost silently. */
function refuseRepeatedKey(text: string): void {
  const key = repeatedKey(text)
  if (key !== undefined) throw unsafe([key], 'is given more than once')
}

/** A number that loses digits would be a wrong order number, or a wrong amount. */
function refuseChangedNumber(text: string): void {
  const path = changedNumber(text)
  if (path) throw unsafe(path, 'is a number that JSON readers would change; send it as a string')
}

function unsafe(path: readonly string[], message: string): ServiceError {
  if (path.length === 0) return new ServiceError('parameter_invalid', `The body ${message}.`)
  const param = fieldName(path)
  return new ServiceError('parameter_invalid', `${param} ${message}.`, { param })
}
