import { ServiceError } from '../../shared/kernel/errors.ts'

/** Responds shortly before Lambda's timeout, so that the caller still gets a body and a request id. */
export const earlyTimeout = {
  timeoutEarlyInMillis: 500,
  timeoutEarlyResponse: () => {
    throw new ServiceError(
      'timed_out',
      'The response took too long. Try again, with the same Idempotency-Key if you sent one.',
    )
  },
}
