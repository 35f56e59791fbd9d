import { type VisitLimiterDeps, visitLimiter } from '../shared/http/visit-limiter.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { commit } from '../shared/kernel/operation/commit.ts'
import type { PageDecision, PageRequest } from '../shared/kernel/operation/page-request.ts'

export type Visit<Body> = Pick<PageRequest<Body>, 'id' | 'body'> &
  Partial<Pick<PageRequest, 'viewerAddress' | 'knownTag'>>

type Run<Services, Body, Output> = (
  services: Services,
  request: PageRequest<Body>,
) => Promise<PageDecision<Output>>

/** What the page's function makes of a request. */
export function visitRequest<Body>(
  services: VisitLimiterDeps,
  { viewerAddress = '198.51.100.10:46532', knownTag, ...asked }: Visit<Body>,
): PageRequest<Body> {
  return { ...asked, viewerAddress, knownTag, limit: visitLimiter(services) }
}

/** Carries out an operation as the page's function does, and returns what its response shows. */
export function visit<Services extends VisitLimiterDeps, Body, Output>(
  run: Run<Services, Body, Output>,
  services: Services,
  asked: Visit<Body>,
): Promise<Output> {
  const request = visitRequest(services, asked)
  return commit(services.table, async () => {
    const decided = await run(services, request)
    invariant(!('notModified' in decided), 'the page has no copy that it names')
    return decided
  })
}
