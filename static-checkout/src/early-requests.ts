import { linkPath, openingPath, sessionPath } from './paths.ts'
import { openingJson, routeOf } from './route.ts'
import { type RequestOptions, send } from './send.ts'
import { unfinishedSession } from './unfinished-session.ts'

declare global {
  /** Responses by method and path, which the page uses instead of its own first requests. */
  var earlyRequests: Map<string, Promise<Response>> | undefined
}

// Stands in the HTML: the first requests are sent before the page's scripts have arrived.
const early = new Map<string, Promise<Response>>()

function sendEarly(path: string, options: RequestOptions = {}): void {
  const response = send(path, options)
  // Whoever uses it handles the failure.
  response.catch(() => {})
  early.set(`${options.method ?? 'GET'} ${path}`, response)
}

const route = routeOf(location)
if (route.kind === 'session') sendEarly(sessionPath(route.id))
if (route.kind === 'link') {
  const id = unfinishedSession(route.slug)
  sendEarly(linkPath(route.slug))
  if (id) sendEarly(sessionPath(id))
  // A browser that prerenders the page runs this script, but a session is created only when the page is visited.
  else if (!('prerendering' in document && document.prerendering)) {
    sendEarly(openingPath(route.slug), { method: 'POST', json: openingJson(route) })
  }
}
globalThis.earlyRequests = early
