import type { MovedClock } from '../moved-clock.ts'
import type { FunctionError, ResponseHead } from './invocation.ts'

/** The input of a worker, in addition to its environment. */
export type WorkerInput = {
  bundlePath: string
  functionName: string
  memoryMb: number
  clock?: MovedClock | undefined
}

/** From the host to a function's worker. */
export type HostMessage =
  | { type: 'invoke'; requestId: string; payload: string; deadlineMs: number }
  /** The reader received the last chunk of this invocation's response. */
  | { type: 'drained'; requestId: string }
  /** The reader of this invocation's response has disconnected. */
  | { type: 'left'; requestId: string }

/** From a function's worker to the host. */
export type WorkerMessage =
  /** The module could not be loaded, so every invocation fails. */
  | { type: 'initFailed'; error: FunctionError }
  | { type: 'head'; requestId: string; head: ResponseHead }
  | { type: 'chunk'; requestId: string; chunk: Uint8Array }
  | { type: 'answered'; requestId: string; payload: string }
  | { type: 'failed'; requestId: string; error: FunctionError }
