import type { ErrorCode } from '../kernel/errors.ts'
import type { Endpoint, OperationId } from './endpoints.ts'
import { operationDocs } from './operation-docs.ts'

const ofBodies = [
  'parameter_missing',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

const ofKeys = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[]

const ofAll = [
  'parameter_invalid',
  'parameter_unknown',
  'unauthenticated',
  'insufficient_scope',
  'rate_limit_exceeded',
  'internal_error',
  'timed_out',
] as const satisfies readonly ErrorCode[]

/** Every code that an operation can answer with: what follows from what it takes, and its own. */
export function operationErrors(id: OperationId, endpoint: Endpoint): ErrorCode[] {
  const hasCursor = endpoint.query.safeParse({ starting_after: 'nonsense' }).error?.issues[0]
  return [
    ...ofAll,
    ...(takesBody(endpoint) ? ofBodies : []),
    ...(endpoint.idempotent ? ofKeys : []),
    ...(endpoint.path.includes('{id}') ? (['resource_not_found'] as const) : []),
    ...(hasCursor?.path[0] === 'starting_after' ? (['invalid_cursor'] as const) : []),
    ...(operationDocs[id].errors ?? []),
  ]
}

export function takesBody({ body }: Pick<Endpoint, 'body'>): boolean {
  return !body.safeParse(undefined).success
}
