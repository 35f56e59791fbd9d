/** A failed invocation's payload, in Lambda's form. */
export type FunctionError = { errorType: string; errorMessage: string; trace: string[] }

/** How an invocation ended. Payloads are JSON text, as they are on Lambda's wire. */
export type Invocation =
  | { outcome: 'answered'; payload: string }
  | { outcome: 'failed'; error: FunctionError }
  | { outcome: 'timedOut'; error: FunctionError }
  /** Too many at once; nothing was run. */
  | { outcome: 'throttled'; error: FunctionError }

/** Status and headers of a streamed response, from `awslambda.HttpResponseStream.from`. */
export type ResponseHead = {
  statusCode: number
  headers: Record<string, string>
  cookies: readonly string[]
}

/** Takes a streamed response as it comes. `write` resolves when the reader is ready for more. */
export type ResponseSink = {
  head: (head: ResponseHead) => void
  write: (chunk: Uint8Array) => Promise<void>
  /** Aborts when the reader goes away. */
  left?: AbortSignal
}

/** Any thrown value in Lambda's form. */
export function functionError(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] }
  }
  const trace = (thrown.stack ?? '').split('\n')
  return { errorType: thrown.name, errorMessage: thrown.message, trace }
}
