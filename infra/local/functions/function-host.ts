import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MovedClock } from '../moved-clock.ts'
import { type FunctionWorker, startFunctionWorker } from './function-worker.ts'
import type { Invocation, ResponseSink } from './invocation.ts'
import { workerCode } from './worker-code.ts'

export type HostedFunction = {
  bundlePath: string
  memoryMb: number
  timeoutSeconds: number
  environment: Record<string, string>
}

export type FunctionHost = {
  has: (name: string) => boolean
  /** Runs a function with a JSON-serializable payload, like Lambda's Invoke. Never rejects. */
  invoke: (name: string, payload: unknown, options?: InvokeOptions) => Promise<Invocation>
  close: () => Promise<void>
}

type InvokeOptions = { requestId?: string; sink?: ResponseSink }

type Options = {
  onOutput: (name: string, stream: Readable) => void
  onFailure: (name: string, text: string) => void
  /** Resolves once the function's bundle can be loaded. By default, all can. */
  prepare?: (name: string) => Promise<unknown>
  limits?: { perWorker: number; workers: number }
  clock?: MovedClock | undefined
}

/**
 * Unlike Lambda's environments, a thread handles several invocations at a time: handlers mostly wait for I/O, a thread
 * costs about 40 MB, and every open checkout page holds one streaming invocation for a minute. Above `perWorker`, another
 * thread starts; when all threads are full, the invocation is throttled, as on Lambda.
 */
const defaultLimits = { perWorker: 50, workers: 4 }

/** Runs each function in its own threads, which start when it is first invoked. */
export function createFunctionHost(
  functions: ReadonlyMap<string, HostedFunction>,
  options: Options,
): FunctionHost {
  const limits = options.limits ?? defaultLimits
  const pools = new Map<string, FunctionWorker[]>()
  let isClosed = false

  const start = (name: string, hosted: HostedFunction, code: string) => {
    const { bundlePath, memoryMb, environment } = hosted
    return startFunctionWorker(
      { bundlePath, memoryMb, functionName: name, clock: options.clock },
      { code, environment, onOutput: (stream) => options.onOutput(name, stream) },
    )
  }
  const take = (name: string, hosted: HostedFunction, code: string) => {
    // Retired workers stay in the pool until their invocations finish.
    const pool = (pools.get(name) ?? []).filter((w) => w.isUsable() || w.inFlight() > 0)
    const usable = pool.filter((worker) => worker.isUsable())
    const free = usable.find((worker) => worker.inFlight() < limits.perWorker)
    const worker = free ?? (usable.length < limits.workers ? start(name, hosted, code) : undefined)
    pools.set(name, worker && !free ? [...pool, worker] : pool)
    return worker
  }

  return {
    has: (name) => functions.has(name),
    invoke: async (name, payload, { requestId = randomUUID(), sink } = {}) => {
      const hosted = functions.get(name)
      if (!hosted) return failure('ResourceNotFoundException', `Function not found: ${name}`)
      const code = await workerCode()
      const problem = await options.prepare?.(name).then(() => undefined, messageOf)
      if (problem !== undefined) {
        options.onFailure(name, problem)
        return failure('Runtime.ImportModuleError', problem)
      }
      if (isClosed) return failure('Runtime.ExitError', 'the instance is stopping')
      const worker = take(name, hosted, code)
      if (!worker) return throttled
      const { timeoutSeconds } = hosted
      const text = JSON.stringify(payload) ?? 'null'
      const invocation = await worker.invoke({ requestId, payload: text, timeoutSeconds, sink })
      if ('error' in invocation && !isClosed) {
        options.onFailure(name, describe(requestId, invocation))
      }
      return invocation
    },
    close: async () => {
      isClosed = true
      await Promise.all([...pools.values()].flat().map((worker) => worker.stop()))
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const throttled: Invocation = {
  outcome: 'throttled',
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.', trace: [] },
}

function failure(errorType: string, errorMessage: string): Invocation {
  return { outcome: 'failed', error: { errorType, errorMessage, trace: [] } }
}

function describe(requestId: string, { error }: Exclude<Invocation, { outcome: 'answered' }>) {
  const { errorType, errorMessage, trace } = error
  return [`ERROR ${requestId} ${errorType}: ${errorMessage}`, ...trace.slice(1)].join('\n')
}
