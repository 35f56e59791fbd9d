import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import { type FieldProblem, fieldProblems } from '../kernel/wire/field-problem.ts'
import { changedNumber } from './changed-number.ts'
import { fieldRefusal } from './field-refusal.ts'
import { header } from './http-message.ts'
import { repeatedKey } from './repeated-key.ts'
import { formSentences } from './rules/form-sentences.ts'
import { refuseRequest } from './rules/request-refusals.ts'

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
  return refuseRequest('body_too_large', { most: maxBytes / 1024 })
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

const problem = fieldProblems(formSentences)

function refuseUnsafe(value: unknown, path: readonly string[]): void {
  if (path.length === maxDepth) {
    throw unsafe(path.slice(0, 1), problem('nested_too_deeply', { levels: maxDepth }))
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw unsafe(path, problem('half_character'))
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const place = [...path, key]
    if (key === '__proto__') throw unsafe(place, problem('name_not_allowed'))
    if (!key.isWellFormed()) throw unsafe(path, problem('half_character_in_key'))
    refuseUnsafe(inner, place)
  }
}

/** All but one of a repeated key's values would be lost silently. */
function refuseRepeatedKey(text: string): void {
  const key = repeatedKey(text)
  if (key !== undefined) throw unsafe([key], problem('given_twice'))
}

/** A number that loses digits would be a wrong order number, or a wrong amount. */
function refuseChangedNumber(text: string): void {
  const path = changedNumber(text)
  if (path) throw unsafe(path, problem('changed_number'))
}

function unsafe(path: readonly string[], found: FieldProblem): ServiceError {
  return path.length === 0
    ? new ServiceError('parameter_invalid', `The body ${found.message}.`)
    : fieldRefusal('parameter_invalid', path, found)
}
