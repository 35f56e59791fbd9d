import type { FunctionError, ResponseHead } from './invocation.ts'

/** What a worker is started with, beside its environment. */
export type WorkerInput = { bundlePath: string; functionName: string; memoryMb: number }

/** From the host to a function's worker. */
export type HostMessage =
  | { type: 'invoke'; requestId: string; payload: string; deadlineMs: number }
  /** The reader took the last chunk of this invocation's response. */
  | { type: 'drained'; requestId: string }
  /** Nobody reads this invocation's response any more. */
  | { type: 'left'; requestId: string }

/** From a function's worker to the host. */
export type WorkerMessage =
  /** The module could not be loaded: no invocation will ever be answered. */
  | { type: 'initFailed'; error: FunctionError }
  | { type: 'head'; requestId: string; head: ResponseHead }
  | { type: 'chunk'; requestId: string; chunk: Uint8Array }
  | { type: 'answered'; requestId: string; payload: string }
  | { type: 'failed'; requestId: string; error: FunctionError }
