import { type VisitLimiterDeps, visitLimiter } from '../shared/http/visit-limiter.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { commit } from '../shared/kernel/operation/commit.ts'
import type { PageOperation } from '../shared/kernel/operation/page-operation.ts'
import type { PageRequest } from '../shared/kernel/operation/page-request.ts'
import { asFunctionOf } from './as-function.ts'

export type CustomerCall<Body> = Pick<PageRequest<Body>, 'id' | 'body'> &
  Partial<Pick<PageRequest, 'viewerAddress' | 'knownTag'>>

/** The request as the page's function passes it to an operation. */
export function customerRequest<Body>(
  services: VisitLimiterDeps,
  { viewerAddress = '198.51.100.10', knownTag, ...asked }: CustomerCall<Body>,
): PageRequest<Body> {
  return { ...asked, viewerAddress, knownTag, limit: visitLimiter(services) }
}

/** Runs an operation as the page's function does. Returns the body of its response. */
export function runAsCustomer<Services, Body, Output>(
  operation: PageOperation<Services, Body, Output>,
  services: VisitLimiterDeps & NoInfer<Services>,
  asked: CustomerCall<NoInfer<Body>>,
): Promise<Output> {
  const request = customerRequest(services, asked)
  return asFunctionOf(operation, () =>
    commit(services.table, async () => {
      const decided = await operation.run(services, request)
      invariant(!('notModified' in decided), 'the request names no known tag')
      return decided
    }),
  )
}
