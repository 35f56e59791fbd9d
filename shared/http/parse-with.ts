import * as z from 'zod'
import { type ErrorCode, errors, ServiceError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { describeIssue } from './describe-issue.ts'
import { fieldName } from './field-name.ts'

/**
 * The value in the form of the schema. Throws `parameter_missing`, `parameter_unknown`, `parameter_invalid` or the code
 * that the schema names, with the first field at fault.
 */
export function parseWith<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  invariant(issue, 'a failed parse has an issue')
  throw inputError(issue, value)
}

function inputError(issue: z.core.$ZodIssue, value: unknown): ServiceError {
  if (issue.code === 'unrecognized_keys') {
    const param = fieldName([...issue.path, issue.keys[0] ?? ''])
    const hint = issue.message || ' Check its spelling, or leave it out.'
    const message = `${param} is not a parameter of this request.${hint}`
    return new ServiceError('parameter_unknown', message, { param })
  }
  const param = fieldName(issue.path)
  if (issue.path.length === 0)
    return new ServiceError('parameter_invalid', 'The body must be a JSON object.')
  if (issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined) {
    return new ServiceError('parameter_missing', `${param} is required.`, { param })
  }
  return new ServiceError(codeOf(issue), `${param} ${issue.message}.`, { param })
}

const withCode = z.lazy(() => z.object({ code: z.string() }))

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  const named = issue.code === 'custom' ? withCode.safeParse(issue.params).data?.code : undefined
  return named !== undefined && isErrorCode(named) ? named : 'parameter_invalid'
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

function valueAt(value: unknown, [first, ...rest]: readonly PropertyKey[]): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).find(([key]) => key === String(first))?.[1]
  return valueAt(inner, rest)
}
