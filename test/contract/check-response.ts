import { expect } from 'vitest'
import * as z from 'zod'
import { type ErrorCode, errors } from '../../shared/kernel/errors.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { ApiResponse } from './api-client.ts'

const errorForm = z.strictObject({
  error: z.strictObject({
    type: z.string(),
    code: z.string(),
    message: z.string().min(10),
    param: z.string().min(1).optional(),
    requestId: z.string().min(1),
  }),
})

/** Texts that would reveal internals. */
const internals =
  /\bat (async )?[\w.<>]+ \(|node:|node_modules|\.[mc]?[jt]sx?\b(:\d+)?|DynamoDB|dynamo|Lambda|AWS|KMS|SQS|middy|\bzod\b|Zod\w+|\b(Type|Range|Syntax|Reference|Service)?Error\b|Exception\b|undefined|\[object|stack|\bpk\b|\bsk\b/

/** Returns the error of a response. Fails unless it matches the specification and reveals no internals. */
export function errorIn({ status, headers, text, json }: ApiResponse) {
  const { error } = errorForm.parse(json, { error: () => `an error's form: ${text.slice(0, 300)}` })
  const code = codeOf(error.code)
  expect({ status, type: error.type }).toEqual({
    status: errors[code].status,
    type: errors[code].type,
  })
  // A repeated response is the first one byte for byte.
  const isRepeated = headers.get('idempotent-replayed') === 'true'
  if (!isRepeated) expect(error.requestId).toBe(headers.get('x-request-id'))
  expect(error.message).toMatch(/[.?]$/)
  return { ...error, status, code }
}

/** Such as `cs_01KDVDT6808765T3QKEGV9JMYQ`, some of which contain the letters of an internal name. */
const ids = /\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/g

/** Whether a message reveals internals, apart from ids and the caller's own input. */
export function tellsInternals(message: string, sent: string): boolean {
  const found = internals.exec(message.replaceAll(ids, ''))
  return found !== null && !sent.includes(found[0])
}

/** Fails unless a successful response matches its schema exactly. */
export function expectSuccess(operation: Operation, { status, text, json }: ApiResponse): void {
  expect(status, text).toBe(operation.success.status)
  expect(operation.success.schema.parse(json)).toEqual(json)
}

/** Fails unless the response is an error with this code and field that reveals no internals. */
export function expectRefusal(response: ApiResponse, code: ErrorCode, param?: string): void {
  const error = errorIn(response)
  expect({ code: error.code, param: error.param }, response.text.slice(0, 500)).toEqual({
    code,
    param,
  })
  expect(tellsInternals(error.message, ''), error.message).toBe(false)
  if (param !== undefined) expect(error.message).toContain(param)
}

function codeOf(text: string): ErrorCode {
  const code = Object.keys(errors).find((known): known is ErrorCode => known === text)
  if (code === undefined) throw new Error(`${text} is not in the table of errors`)
  return code
}
