import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { followClock } from '../moved-clock.ts'
import { functionError } from './invocation.ts'
import { awslambda, isStreaming, ResponseStream } from './response-stream.ts'
import type { HostMessage, WorkerInput, WorkerMessage } from './worker-messages.ts'

// Lambda's Node runtime, in a thread: `process.env` holds this function's variables and nothing else.

// Imports cost every function memory and startup time: no schemas, no packages.
const input: WorkerInput = workerData

type Handler = (...parameters: unknown[]) => unknown

const drains = new Map<string, () => void>()
const streams = new Map<string, ResponseStream>()

function post(message: WorkerMessage): void {
  invariant(parentPort, 'worker.ts runs in a worker thread')
  parentPort.postMessage(message)
}

function loadHandler(): Handler | undefined {
  Object.assign(globalThis, { awslambda })
  try {
    const loaded: { handler?: Handler } = createRequire(input.bundlePath)(input.bundlePath)
    invariant(typeof loaded.handler === 'function', 'the entry file exports handler')
    return loaded.handler
  } catch (error) {
    post({ type: 'initFailed', error: functionError(error) })
    return undefined
  }
}

/** Since the process started, whatever the clock says. */
function uptimeMs(): number {
  return process.uptime() * 1000
}

function contextOf({ requestId, deadlineMs }: { requestId: string; deadlineMs: number }) {
  const { functionName, memoryMb } = input
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: String(memoryMb),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - uptimeMs()),
  }
}

async function run(handler: Handler, message: HostMessage & { type: 'invoke' }): Promise<void> {
  const { requestId } = message
  try {
    const event: unknown = JSON.parse(message.payload)
    const context = contextOf(message)
    const result = isStreaming(handler)
      ? await runStreaming(handler, requestId, { event, context })
      : await handler(event, context)
    post({ type: 'answered', requestId, payload: JSON.stringify(result) ?? 'null' })
  } catch (error) {
    post({ type: 'failed', requestId, error: functionError(error) })
  } finally {
    drains.delete(requestId)
    streams.delete(requestId)
  }
}

async function runStreaming(
  handler: Handler,
  requestId: string,
  { event, context }: { event: unknown; context: unknown },
): Promise<void> {
  const stream = new ResponseStream({
    head: (head) => post({ type: 'head', requestId, head }),
    write: (chunk) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      drains.set(requestId, resolve)
      post({ type: 'chunk', requestId, chunk })
      return promise
    },
  })
  const closed = Promise.withResolvers<void>()
  stream.once('close', closed.resolve).once('error', closed.reject)
  streams.set(requestId, stream)
  // The response is complete when the stream has ended, whatever the handler returned.
  await Promise.all([handler(event, stream, context), closed.promise]).catch((error: unknown) => {
    if (!left.has(stream)) throw error
  })
}

const left = new WeakSet<ResponseStream>()

/** On AWS, a function notices a disconnected reader when it writes, or never. Here it notices immediately. */
function endStream(requestId: string): void {
  const stream = streams.get(requestId)
  if (!stream) return
  left.add(stream)
  stream.destroy()
  drains.get(requestId)?.()
}

if (input.clock) followClock(input.clock)
const handler = loadHandler()
if (handler) {
  parentPort?.on('message', (message: HostMessage) => {
    if (message.type === 'drained') drains.get(message.requestId)?.()
    else if (message.type === 'left') endStream(message.requestId)
    else void run(handler, message)
  })
}
