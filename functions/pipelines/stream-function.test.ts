import { expect, test } from 'vitest'
import type { ResponseHead } from '../../infra/local/functions/invocation.ts'
import { awslambda, ResponseStream } from '../../infra/local/functions/response-stream.ts'
import { resourceNotFound } from '../../shared/kernel/errors.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { streamSession } from '../../shared/merchant/checkout/stream-session.ts'
import { apiEvent, lambdaContext } from '../../test/api-event.ts'
import { streamFunction } from './stream-function.ts'

// Lambda's Node runtime provides it as a global.
Object.assign(globalThis, { awslambda })

type Streamed = { head: ResponseHead | undefined; chunks: string[] }

/** Invokes a streaming function as Lambda does, and collects its output. */
async function invoke(run: () => Promise<AsyncIterable<string>>): Promise<Streamed> {
  const streamed: Streamed = { head: undefined, chunks: [] }
  const stream = new ResponseStream({
    head: (head) => {
      streamed.head = head
    },
    write: (chunk) => Promise.resolve(void streamed.chunks.push(Buffer.from(chunk).toString())),
  })
  // Lambda passes the stream as the second argument, which middy's types lack.
  const call = [apiEvent({ path: '/' }), stream, lambdaContext()]
  const services = { table: openTable('none'), now: () => new Date() }
  await Reflect.apply(
    streamFunction({ ...streamSession, needs: undefined, run }, services),
    undefined,
    call,
  )
  return streamed
}

test('each frame is sent separately, as server-sent events that no proxy may buffer', async () => {
  const { head, chunks } = await invoke(async () =>
    (async function* () {
      yield 'event: one\n\n'
      yield 'event: two\n\n'
    })(),
  )
  expect(chunks).toEqual(['event: one\n\n', 'event: two\n\n'])
  expect(head).toMatchObject({
    statusCode: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Request-Id': expect.any(String),
    },
  })
})

test('an error before the first frame becomes an ordinary error response', async () => {
  const { head, chunks } = await invoke(() =>
    Promise.reject(resourceNotFound('checkout session', 'cs_1')),
  )
  expect(head).toMatchObject({ statusCode: 404, headers: { 'Content-Type': 'application/json' } })
  expect(JSON.parse(chunks.join(''))).toMatchObject({ error: { code: 'resource_not_found' } })
})
