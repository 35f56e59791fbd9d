import { Writable } from 'node:stream'
import type { ResponseHead, ResponseSink } from './invocation.ts'

/** Lambda also accepts numbers and lists as header values. */
type Metadata = {
  statusCode?: number
  headers?: Record<string, unknown>
  multiValueHeaders?: Record<string, readonly unknown[]>
  cookies?: readonly string[]
}

/** The stream that a streaming handler writes its response to. */
export class ResponseStream extends Writable {
  readonly #sink: ResponseSink
  #head: ResponseHead | undefined
  #isHeadSent = false

  constructor(sink: ResponseSink) {
    super()
    this.#sink = sink
  }

  setHead(head: ResponseHead): void {
    this.#head = head
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#sendHead()
    // An empty write sends the head immediately.
    const written = chunk.length > 0 ? this.#sink.write(new Uint8Array(chunk)) : Promise.resolve()
    written.then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.#sendHead()
    done()
  }

  #sendHead(): void {
    if (this.#isHeadSent) return
    this.#isHeadSent = true
    this.#sink.head(this.#head ?? { statusCode: 200, headers: {}, cookies: [] })
  }
}

type StreamingHandler = (event: unknown, stream: Writable, context: unknown) => unknown

const streaming = new WeakSet<object>()

/** Returns whether the handler was wrapped by `awslambda.streamifyResponse`. */
export function isStreaming(handler: object): boolean {
  return streaming.has(handler)
}

/** The `awslambda` global of Lambda's Node runtime. */
export const awslambda = {
  streamifyResponse: (handler: StreamingHandler): StreamingHandler => {
    streaming.add(handler)
    return handler
  },
  HttpResponseStream: {
    from: (stream: Writable, metadata: Metadata): Writable => {
      if (stream instanceof ResponseStream) stream.setHead(headOf(metadata))
      return stream
    },
  },
}

function headOf({ statusCode = 200, headers, multiValueHeaders, cookies = [] }: Metadata) {
  const lines = Object.entries({ ...headers, ...multiValueHeaders })
  const texts = lines.map(([name, value]) => [name, [value].flat().map(String).join(', ')])
  return { statusCode, headers: Object.fromEntries(texts), cookies } satisfies ResponseHead
}
