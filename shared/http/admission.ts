import { invariant } from '../kernel/invariant.ts'
import type { MerchantExchange } from './exchange.ts'
import type { HttpResponse } from './http-message.ts'
import {
  type IdempotencyDeps,
  idempotencyClaim,
  type RecalledClaim,
  repeatedResponse,
} from './idempotent-reply.ts'
import { withinRateLimit } from './steps/count-request.ts'

/** The request's claim on its `Idempotency-Key`, and the response if it repeats another one. */
export type Admission = { claim: RecalledClaim | undefined; repeated: HttpResponse | undefined }

/** Counts the request, and compares it with earlier ones of its key. Throws `rate_limit_exceeded` and `idempotency_key_*`. */
export function admit(
  deps: IdempotencyDeps,
  exchange: MerchantExchange,
  { isIdempotent }: { isIdempotent: boolean },
): Promise<Admission> {
  const admission = (async () => {
    await withinRateLimit(exchange)
    const claim = isIdempotent ? idempotencyClaim(exchange) : undefined
    const repeated = claim && (await repeatedResponse(deps, claim))
    return { claim, repeated }
  })()
  // The pipeline awaits it as well, and handles its error.
  admission.catch(() => undefined)
  return admission
}

/** Resolves if the request should be executed. */
export async function refuseRepetition(admission: Promise<Admission>): Promise<void> {
  const { repeated } = await admission
  invariant(!repeated, 'a repeated request is not executed')
}
