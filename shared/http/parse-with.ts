import * as z from 'zod'
import { type ErrorCode, errors, ServiceError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { fieldProblems } from '../kernel/wire/field-problem.ts'
import { describeIssue } from './describe-issue.ts'
import { fieldRefusal } from './field-refusal.ts'
import { formSentences } from './rules/form-sentences.ts'

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

const isRequired = fieldProblems(formSentences)('is_required')

function inputError(issue: z.core.$ZodIssue, value: unknown): ServiceError {
  const isUnknown = issue.code === 'unrecognized_keys'
  if (issue.path.length === 0 && !isUnknown)
    return new ServiceError('parameter_invalid', 'The body must be a JSON object.')
  if (issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined)
    return fieldRefusal('parameter_missing', issue.path, isRequired)
  return isUnknown
    ? fieldRefusal('parameter_unknown', [...issue.path, issue.keys[0] ?? ''], issue)
    : fieldRefusal(codeOf(issue), issue.path, issue)
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
