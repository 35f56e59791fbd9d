import { showSession } from '../../shared/checkout-sessions/show-session.ts'
import { header, jsonResponse } from '../../shared/http/http-message.ts'
import { checkoutPage } from '../deps/checkout-page.ts'
import { routeHandler } from '../handlers/route-handler.ts'

const deps = checkoutPage()

/** The session for its page. The version is the ETag, a weak one: `serverNow` differs each time. */
export const handler = routeHandler(async (event) => {
  const id = event.pathParameters?.['id'] ?? ''
  const shown = await showSession(deps, {
    id,
    knownVersion: versionIn(header(event, 'If-None-Match')),
  })
  const version = shown.changed ? shown.view.version : shown.version
  const response = shown.changed
    ? jsonResponse(200, JSON.stringify(shown.view))
    : { ...jsonResponse(304, ''), headers: { 'Cache-Control': 'no-store' } }
  return { ...response, headers: { ...response.headers, ETag: `W/"${version}"` } }
})

function versionIn(etag: string | undefined): number | undefined {
  const [, version] = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}
