import { type ErrorCode, ServiceError } from '../kernel/errors.ts'
import type { FieldProblem } from '../kernel/wire/field-problem.ts'
import { fieldName } from './field-name.ts'

/** The error for a problem of one field, as a sentence that begins with the field's name. */
export function fieldRefusal(
  code: ErrorCode,
  path: readonly PropertyKey[],
  { message, words }: FieldProblem,
): ServiceError {
  const param = fieldName(path)
  const sentence = `${param} ${message}${/[.?]$/.test(message) ? '' : '.'}`
  const values = { param, ...words?.values }
  return new ServiceError(code, sentence, { param, ...(words && { words: { ...words, values } }) })
}
