/** Replaced when the function is built: files with fixed names, and the responses that have no file. */
declare const FILES: readonly string[]
declare const HEADERS: Record<string, { value: string }>
declare const FRONT_PAGE: string
declare const NOT_FOUND_PAGE: string
/** A URI, or an empty text if the owner wants no `security.txt`. */
declare const SECURITY_CONTACT: string

type PageRequest = {
  uri: string
  querystring: Record<string, unknown>
  headers: { host: { value: string } }
}

/**
 * Runs in CloudFront for every page request: the pages of all links and sessions are the same file. Missing pages get
 * their 404 here, because an error page of the distribution would also replace the API's errors. Assets of the
 * pages bypass this function, because open pages request the assets of earlier builds.
 */
export function handler(event: { context: { requestId: string }; request: PageRequest }) {
  const request = event.request
  const uri = request.uri
  const requestId = event.context.requestId
  if (uri === '/') return page(requestId, [200, 'OK'], FRONT_PAGE)
  if (FILES.includes(uri)) return request
  if (uri === '/.well-known/security.txt' && SECURITY_CONTACT !== '') {
    return securityText(requestId, request.headers.host.value)
  }
  const session = /^\/checkout\/([^/]+)\/?$/.exec(uri)
  if (session && 'plain' in request.querystring) return plainPage(requestId, session[1])
  // Also what can't be a link or a session: the page says so, in the customer's language.
  if (/^\/(l|checkout)(\/|$)/.test(uri)) request.uri = '/checkout/index.html'
  else if (/^\/refund(\/|$)/.test(uri)) request.uri = '/checkout/refund.html'
  else if (/^\/dashboard(\/|$)/.test(uri)) request.uri = '/dashboard/index.html'
  else if (/^\/docs\/?$/.test(uri)) request.uri = '/docs/index.html'
  else if (FILES.includes(`${uri}.html`)) request.uri = `${uri}.html`
  else return page(requestId, [404, 'Not Found'], NOT_FOUND_PAGE)
  return request
}

function page(requestId: string, status: [number, string], data: string) {
  const headers = HEADERS
  headers['x-request-id'] = { value: requestId }
  return {
    statusCode: status[0],
    statusDescription: status[1],
    headers,
    body: { encoding: 'text', data },
  }
}

const halfAYearMs = 15_552_000_000

/** RFC 9116 requires an expiry date. It is computed per request, so it never passes. */
function securityText(requestId: string, host: string) {
  const expires = new Date(Date.now() + halfAYearMs).toISOString()
  return {
    statusCode: 200,
    statusDescription: 'OK',
    headers: {
      'content-type': { value: 'text/plain; charset=utf-8' },
      'x-content-type-options': { value: 'nosniff' },
      'x-request-id': { value: requestId },
    },
    body: {
      encoding: 'text',
      data: `Contact: ${SECURITY_CONTACT}\nExpires: ${expires}\nCanonical: https://${host}/.well-known/security.txt\n`,
    },
  }
}

/** Browsers without JavaScript get here by a link that can't contain the session's id, because the page is a file. */
function plainPage(requestId: string, sessionId: string | undefined) {
  return {
    statusCode: 302,
    statusDescription: 'Found',
    headers: {
      location: { value: `/api/checkout/sessions/${sessionId}/plain` },
      'x-request-id': { value: requestId },
    },
  }
}
