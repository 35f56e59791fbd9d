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
 * route; once it has given its frames, the status is sent.
 */
export function streamHandler(
  run: (event: APIGatewayProxyEvent) => Promise<AsyncIterable<string>>,
) {
  const answer = withRequestFacts(async (event) => {
    const body = Readable.from(followed(await run(event), event))
    return { statusCode: 200, headers: { ...eventStream }, body }
  })
  return middy(answer, { executionMode: executionModeStreamifyResponse })
    .use(answerHeaders())
    .use(errorAnswer({ onFailure: logFailure }))
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
