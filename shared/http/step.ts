import type { HttpResponse } from './http-message.ts'

/** The request that middy passes to each step of a pipeline, with the exchange instead of Lambda's event. */
type StepRequest<Exchange> = {
  event: Exchange
  response: HttpResponse | null | undefined
  error: unknown
}

type Run<Exchange> = (request: StepRequest<Exchange>) => void | Promise<void>

/** One step: `before` runs in the order of attachment, `after` and `onError` in reverse. */
export type Step<Exchange> = {
  before?: Run<Exchange>
  after?: Run<Exchange>
  onError?: Run<Exchange>
}
