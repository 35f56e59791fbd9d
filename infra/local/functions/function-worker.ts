import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import {
  type FunctionError,
  functionError,
  type Invocation,
  type ResponseSink,
} from './invocation.ts'
import type { HostMessage, WorkerInput, WorkerMessage } from './worker-messages.ts'

type WorkerRequest = {
  requestId: string
  payload: string
  timeoutSeconds: number
  /** Only streaming handlers write to it. */
  sink: ResponseSink | undefined
}

export type FunctionWorker = {
  invoke: (request: WorkerRequest) => Promise<Invocation>
  inFlight: () => number
  /** False once it has crashed, failed to load, or timed out. Another worker must replace it. */
  isUsable: () => boolean
  stop: () => Promise<void>
}

type Options = {
  /** The program of `worker.ts`. */
  code: string
  environment: Record<string, string>
  onOutput: (stream: Readable) => void
}

type Pending = { sink: ResponseSink | undefined; settle: (invocation: Invocation) => void }

/**
 * Idle functions free their memory, as on Lambda: each has about 20 MB, and there is one for each operation of the API
 * and the dashboard. Functions that run every minute stay.
 */
const idleMilliseconds = 90_000

/** Collects new objects more often than by default, where they may grow to 48 MB in each thread. */
const maxYoungGenerationSizeMb = 8

/** Starts an execution environment of a function: a thread with its own environment variables. */
export function startFunctionWorker(input: WorkerInput, options: Options): FunctionWorker {
  const worker = new Worker(options.code, {
    eval: true,
    env: options.environment,
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: input.memoryMb, maxYoungGenerationSizeMb },
    stdout: true,
    stderr: true,
  })
  const pending = new Map<string, Pending>()
  let isUsable = true
  const post = (message: HostMessage) => worker.postMessage(message)
  const retire = (error: FunctionError) => {
    isUsable = false
    for (const { settle } of pending.values()) settle({ outcome: 'failed', error })
  }
  let idleTimer: NodeJS.Timeout | undefined
  const endWhenIdle = () => {
    if (pending.size > 0) return
    const end = () => {
      isUsable = false
      void worker.terminate()
    }
    if (isUsable) idleTimer = setTimeout(end, idleMilliseconds).unref()
    else end()
  }
  const receive = (message: WorkerMessage) => {
    if (message.type !== 'initFailed') return handle(message, pending.get(message.requestId), post)
    retire(message.error)
    void worker.terminate()
  }
  options.onOutput(worker.stdout)
  options.onOutput(worker.stderr)
  worker.on('message', receive)
  worker.on('error', (error) => retire(functionError(error)))
  worker.on('exit', (code) => retire(exitError(code)))

  return {
    inFlight: () => pending.size,
    isUsable: () => isUsable,
    stop: async () => {
      await worker.terminate()
    },
    invoke: ({ requestId, payload, timeoutSeconds, sink }) => {
      clearTimeout(idleTimer)
      const { promise, resolve } = Promise.withResolvers<Invocation>()
      const timer = setTimeout(() => {
        // Lambda kills the environment. Here it accepts no new work, and ends after its other invocations.
        isUsable = false
        settle({ outcome: 'timedOut', error: timeoutError(requestId, timeoutSeconds) })
      }, timeoutSeconds * 1000)
      const settle = (invocation: Invocation) => {
        clearTimeout(timer)
        pending.delete(requestId)
        resolve(invocation)
        endWhenIdle()
      }
      pending.set(requestId, { sink, settle })
      post({ type: 'invoke', requestId, payload, deadlineMs: deadlineIn(timeoutSeconds) })
      onAbort(sink?.left, () => post({ type: 'left', requestId }))
      return promise
    },
  }
}

/** Counted from the process's start, independent of the clock. */
function deadlineIn(seconds: number): number {
  return (process.uptime() + seconds) * 1000
}

function onAbort(signal: AbortSignal | undefined, callback: () => void): void {
  if (signal?.aborted) callback()
  else signal?.addEventListener('abort', callback, { once: true })
}

function handle(
  message: Exclude<WorkerMessage, { type: 'initFailed' }>,
  pending: Pending | undefined,
  post: (message: HostMessage) => void,
): void {
  if (!pending) return
  const { requestId } = message
  switch (message.type) {
    case 'head':
      pending.sink?.head(message.head)
      break
    case 'chunk': {
      const written = pending.sink?.write(message.chunk) ?? Promise.resolve()
      // A disconnected reader isn't the function's error.
      void written.catch(() => undefined).then(() => post({ type: 'drained', requestId }))
      break
    }
    case 'answered':
      pending.settle({ outcome: 'answered', payload: message.payload })
      break
    case 'failed':
      pending.settle({ outcome: 'failed', error: message.error })
  }
}

function exitError(code: number): FunctionError {
  const errorMessage = `Runtime exited with error: exit status ${code}`
  return { errorType: 'Runtime.ExitError', errorMessage, trace: [] }
}

function timeoutError(requestId: string, timeoutSeconds: number): FunctionError {
  const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`
  return { errorType: 'Sandbox.Timedout', errorMessage, trace: [] }
}
