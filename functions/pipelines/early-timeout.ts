import { timedOut } from '../../shared/http/gateway-errors.ts'

/** Responds shortly before Lambda's timeout, so that the caller still gets a body and a request id. */
export const earlyTimeout = {
  timeoutEarlyInMillis: 500,
  timeoutEarlyResponse: () => {
    throw timedOut()
  },
}
