import { Readable } from 'node:stream'
import { type VisitLimiterDeps, visitLimiter } from '../../shared/http/visit-limiter.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { PageDocument, PageRequest } from '../../shared/kernel/operation/page-request.ts'
import { withRequestFacts } from '../log/request-facts.ts'
import { pageRequest } from './page-function.ts'
import { streamed } from './stream-function.ts'

type Run<Services> = (services: Services, request: PageRequest<undefined>) => Promise<PageDocument>

/**
 * The Lambda of an operation that responds with a document instead of JSON. Its response is a stream, because API Gateway
 * passes bytes that are no text on unchanged only then.
 */
export function documentFunction<Services extends VisitLimiterDeps>(
  operation: Operation<undefined>,
  run: Run<Services>,
  services: Services,
) {
  return streamed(
    withRequestFacts(async (event) => {
      const request = pageRequest(operation, event, visitLimiter(services))
      const { status, headers, body } = await run(services, request)
      return { statusCode: status, headers, body: Readable.from([Buffer.from(body)]) }
    }),
  )
}
