import type { Exchange } from '../exchange.ts'
import type { HttpResponse } from '../http-message.ts'
import type { Step } from '../step.ts'

/** The outermost step: adds the headers of the exchange to every response, success or error. */
export function responseHeaders(): Step<Exchange> {
  return { after: addGathered, onError: addGathered }
}

type Gathered = { event: Exchange; response: HttpResponse | null | undefined }

function addGathered({ event, response }: Gathered): void {
  if (response) Object.assign(response.headers, event.headers)
}
