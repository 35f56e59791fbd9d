/** A failed invocation's payload, in Lambda's format. */
export type FunctionError = { errorType: string; errorMessage: string; trace: string[] }

/** The outcome of an invocation. Payloads are JSON text, as in Lambda's API. */
export type Invocation =
  | { outcome: 'answered'; payload: string }
  | { outcome: 'failed'; error: FunctionError }
  | { outcome: 'timedOut'; error: FunctionError }
  /** Too many concurrent invocations; nothing was run. */
  | { outcome: 'throttled'; error: FunctionError }

/** Status and headers of a streamed response, from `awslambda.HttpResponseStream.from`. */
export type ResponseHead = {
  statusCode: number
  headers: Record<string, string>
  cookies: readonly string[]
}

/** Receives a streamed response chunk by chunk. `write` resolves when the reader is ready for more. */
export type ResponseSink = {
  head: (head: ResponseHead) => void
  write: (chunk: Uint8Array) => Promise<void>
  /** Aborts when the reader disconnects. */
  left?: AbortSignal
}

/** Converts any thrown value to Lambda's format. */
export function functionError(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] }
  }
  const trace = (thrown.stack ?? '').split('\n')
  return { errorType: thrown.name, errorMessage: thrown.message, trace }
}
