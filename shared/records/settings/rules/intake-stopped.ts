import { ServiceError } from '../../../kernel/errors.ts'

/** While the instance is being restored, it assigns no deposit address, and stores nothing that would be lost. */
export function intakeStopped(): ServiceError {
  const message = 'The instance is being restored, so it stores nothing new. Try again in a minute.'
  return new ServiceError('intake_stopped', message, { retryAfterSeconds: 60 })
}
