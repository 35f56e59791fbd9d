import { type State, viewOf } from '../state.ts'

/** Messages to the site around the frame; it gets no others. */
type Message =
  | { type: 'quittance.status'; sessionId: string; status: string }
  | { type: 'quittance.height'; height: number }

type Frame = {
  parent: { postMessage: (message: Message, origin: string) => void }
  location: { ancestorOrigins?: { [index: number]: string } }
}

export type Tell = (message: Message) => void

/** Sends messages to the site around the frame, if its origin is one of `origins`. */
export function tellSite(frame: Frame, origins: readonly string[]): Tell {
  return (message) => {
    // A browser delivers the message only if the site's origin is the one that is named.
    for (const origin of targets(frame, origins)) frame.parent.postMessage(message, origin)
  }
}

export function tellStatus(tell: Tell): (state: State) => void {
  let told: string | undefined
  return (state) => {
    const view = viewOf(state)
    if (!view || view.status === told) return
    told = view.status
    tell({ type: 'quittance.status', sessionId: view.id, status: view.status })
  }
}

/** Tells the site how high the page is, in CSS pixels, so that it can make the frame as high. */
export function tellHeight(tell: Tell, page: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    tell({ type: 'quittance.height', height: Math.ceil(page.getBoundingClientRect().height) })
  })
  observer.observe(page)
}

/** Firefox doesn't say who frames the page; the policy of the document has made sure that it is one of these. */
function targets({ location }: Frame, origins: readonly string[]): readonly string[] {
  const around = location.ancestorOrigins?.[0]
  return around === undefined ? origins : origins.filter((origin) => origin === around)
}
