import { Readable } from 'node:stream'
import { visitLimiter } from '../../shared/http/visit-limiter.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { DocumentOperation } from '../../shared/kernel/operation/page-operation.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import { pageRequest } from './page-function.ts'
import { withRequestFacts } from './request-facts.ts'
import { streamed } from './stream-function.ts'

/**
 * The Lambda of an operation that responds with a document instead of JSON. Its response is a stream, because API Gateway
 * passes bytes that are no text on unchanged only then.
 */
export function serveDocument<Services>(operation: DocumentOperation<Services>) {
  return (config: Config) => {
    const services = servicesOf(operation, config, processServices(config))
    return streamed(
      withRequestFacts(async (event) => {
        const request = pageRequest(operation, event, visitLimiter(services))
        const { status, headers, body } = await operation.run(services, request)
        return { statusCode: status, headers, body: Readable.from([Buffer.from(body)]) }
      }),
    )
  }
}
