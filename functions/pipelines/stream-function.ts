import { Readable } from 'node:stream'
import middy from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import * as z from 'zod'
import { type Exchange, exchangeOf } from '../../shared/http/exchange.ts'
import { errorResponses } from '../../shared/http/steps/error-responses.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import { type VisitLimiterDeps, visitLimiter } from '../../shared/http/visit-limiter.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { StreamOperation } from '../../shared/kernel/operation/page-operation.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import { harmless } from '../../shared/log/describe-error.ts'
import { logFailure } from './log-failure.ts'
import { pageRequest } from './page-function.ts'
import { withRequestFacts } from './request-facts.ts'

const eventStream = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses a stream buffers its small chunks.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

export function serveStream<Services>(operation: StreamOperation<Services>) {
  return (config: Config) =>
    streamFunction(operation, servicesOf(operation, config, processServices(config)))
}

/**
 * The Lambda of an operation that responds with server-sent events. Errors of `run` become ordinary error responses;
 * once it has returned its frames, the status is sent.
 */
export function streamFunction<Services>(
  operation: StreamOperation<Services>,
  services: VisitLimiterDeps & NoInfer<Services>,
) {
  const carryOut = withRequestFacts(async (event) => {
    const leaving = new AbortController()
    const request = pageRequest(operation, event, visitLimiter(services))
    const frames = followed(
      await operation.run(services, { ...request, disconnected: leaving.signal }),
      event,
    )
    const body = readable(frames, () => leaving.abort())
    return { statusCode: 200, headers: { ...eventStream }, body }
  })
  return streamed(carryOut)
}

type Streamed = { statusCode: number; headers: Record<string, string>; body: Readable }

/** A Lambda whose response API Gateway passes on as it comes, whatever bytes it has. */
export function streamed(
  carryOut: (event: APIGatewayProxyEvent, context: Context) => Promise<Streamed>,
) {
  return middy((exchange: Exchange, context: Context) => carryOut(exchange.event, context), {
    executionMode: executionModeStreamifyResponse,
  })
    .use(beginExchange)
    .use(responseHeaders())
    .use(errorResponses({ onFailure: logFailure }))
}

/** Lambda passes a stream next to the event, so the exchange begins inside the pipeline. */
const beginExchange = {
  before: (request: object) => {
    const { event } = z.object({ event: z.custom<APIGatewayProxyEvent>() }).parse(request)
    Object.assign(request, { event: exchangeOf(event) })
  },
}

/** Sends one frame at a time. Unlike `Readable.from`, it reacts to its destruction while it awaits a frame. */
function readable(frames: AsyncGenerator<string>, onDestroyed: () => void): Readable {
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      frames.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy(error, done) {
      onDestroyed()
      done(error)
    },
  })
}

/** The status is sent with the first frame, so a later error can only abort the stream. */
async function* followed(
  frames: AsyncIterable<string>,
  { requestContext, httpMethod: method, resource, pathParameters }: APIGatewayProxyEvent,
): AsyncGenerator<string> {
  try {
    yield* frames
  } catch (error) {
    const { requestId } = requestContext
    logFailure({ requestId, method, resource, id: pathParameters?.['id'], error })
    throw harmless(error)
  }
}
