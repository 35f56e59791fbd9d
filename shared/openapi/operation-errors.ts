import type { ErrorCode } from '../kernel/errors.ts'
import { isIdempotent, type Operation } from '../kernel/operation/operation.ts'

const ofAll = ['parameter_unknown', 'internal_error', 'timed_out'] as const

const ofMerchants = [
  'parameter_invalid',
  'unauthenticated',
  'insufficient_scope',
  'rate_limit_exceeded',
] as const

const ofBodies = [
  'parameter_missing',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
] as const

const ofChanges = ['idempotency_key_invalid', 'idempotency_key_reused', 'intake_stopped'] as const

/** Every error code of an operation: those that follow from its input, and its own. */
export function operationErrors(operation: Operation): ErrorCode[] {
  const { query, path, caller, errors } = operation
  const hasCursor = query.safeParse({ starting_after: 'nonsense' }).error?.issues[0]
  return [
    ...ofAll,
    ...(caller.kind === 'merchant' ? ofMerchants : []),
    ...(acceptsBody(operation) ? ofBodies : []),
    ...(isIdempotent(operation) ? ofChanges : []),
    ...(path.includes('{id}') ? (['resource_not_found'] as const) : []),
    ...(hasCursor?.path[0] === 'starting_after' ? (['invalid_cursor'] as const) : []),
    ...errors,
  ]
}

export function acceptsBody({ body }: Pick<Operation, 'body'>): boolean {
  return !body.safeParse(undefined).success
}
