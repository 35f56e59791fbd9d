import { ServiceError } from '../../kernel/errors.ts'

/** While the instance is being restored, it assigns no deposit address. */
export function intakeStopped(): ServiceError {
  const message =
    'New payments are paused while the instance is being restored. Try again in a minute.'
  return new ServiceError('intake_stopped', message, { retryAfterSeconds: 60 })
}
