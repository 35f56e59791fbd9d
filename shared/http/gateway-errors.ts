import { ServiceError } from '../kernel/errors.ts'

/** For a method or path that no operation has. */
export function routeNotFound(): ServiceError {
  const message = 'This route does not exist. Check the method and the path in the API reference.'
  return new ServiceError('route_not_found', message)
}

/** For a request whose function did not respond in time. */
export function timedOut(): ServiceError {
  const message = 'The request timed out. Try again, with the same Idempotency-Key if you sent one.'
  return new ServiceError('timed_out', message)
}
