import { Readable } from 'node:stream'
import middy from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { answerHeaders } from '../../shared/http/answer-headers.ts'
import { errorAnswer } from '../../shared/http/error-answer.ts'
import { logFailure } from '../deps/log-error.ts'
import { harmless } from '../log/describe-error.ts'
import { withRequestFacts } from '../log/request-facts.ts'

const eventStream = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Whatever compresses a stream on its way holds its small pieces back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/**
 * A function whose answer is a stream of server-sent events. Errors of `run` are answered like those of any other
 * route; once it has given its frames, the status is sent. `left` aborts when nobody reads them any more.
 */
export function streamHandler(
  run: (event: APIGatewayProxyEvent, left: AbortSignal) => Promise<AsyncIterable<string>>,
) {
  const answer = withRequestFacts(async (event) => {
    const leaving = new AbortController()
    const frames = followed(await run(event, leaving.signal), event)
    const body = readable(frames, () => leaving.abort())
    return { statusCode: 200, headers: { ...eventStream }, body }
  })
  return middy(answer, { executionMode: executionModeStreamifyResponse })
    .use(answerHeaders())
    .use(errorAnswer({ onFailure: logFailure }))
}

/** One frame at a time. Unlike `Readable.from`, it tells at once that it was destroyed, while a frame is awaited. */
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

/** The status is out with the first frame, so what fails afterwards can only break the stream off. */
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
