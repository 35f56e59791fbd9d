import { ServiceError } from '../../shared/kernel/errors.ts'

/** Answers shortly before Lambda would cut the function off: a caller then still gets a body and a request id. */
export const timeoutAnswer = {
  timeoutEarlyInMillis: 500,
  timeoutEarlyResponse: () => {
    throw new ServiceError(
      'timed_out',
      'The answer took too long. Try again, with the same Idempotency-Key if you sent one.',
    )
  },
}
