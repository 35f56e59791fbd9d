import { type State, viewOf } from '../state.ts'

/** What the site around the frame is sent, and no more. */
type StatusMessage = { type: 'quittance.status'; sessionId: string; status: string }

type Frame = {
  parent: { postMessage: (message: StatusMessage, origin: string) => void }
  location: { ancestorOrigins?: { [index: number]: string } }
}

/** Reports each new status to the site around the frame, if its origin is one of `origins`. */
export function statusReporter(frame: Frame, origins: readonly string[]): (state: State) => void {
  let reported: string | undefined
  return (state) => {
    const view = viewOf(state)
    if (!view || view.status === reported) return
    reported = view.status
    const message = { type: 'quittance.status', sessionId: view.id, status: view.status } as const
    // A browser delivers the message only if the site's origin is the one that is named.
    for (const origin of targets(frame, origins)) frame.parent.postMessage(message, origin)
  }
}

/** Firefox doesn't say who frames the page; the policy of the document has made sure that it is one of these. */
function targets({ location }: Frame, origins: readonly string[]): readonly string[] {
  const around = location.ancestorOrigins?.[0]
  return around === undefined ? origins : origins.filter((origin) => origin === around)
}
