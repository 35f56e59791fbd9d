/** Set when the function is built: the files of the API reference, and what is sent without a file. */
declare const DOCS_FILES: readonly string[]
declare const HEADERS: Record<string, { value: string }>
declare const FRONT_PAGE: string
declare const NOT_FOUND_PAGE: string

type PageRequest = { uri: string }

/**
 * Runs in CloudFront for every page that is asked for: pages of links and sessions are all the same file. What does not
 * exist gets its 404 here, because an error page of the distribution would replace the errors of the API too. Assets of
 * the checkout page never come here: open pages ask for those of earlier builds.
 */
export function handler(event: { context: { requestId: string }; request: PageRequest }) {
  const request = event.request
  const uri = request.uri
  const requestId = event.context.requestId
  if (uri === '/') return page(requestId, [200, 'OK'], FRONT_PAGE)
  if (/^\/(l|checkout)\/[^/]+\/?$/.test(uri)) request.uri = '/checkout/index.html'
  else if (/^\/docs\/?$/.test(uri)) request.uri = '/docs/index.html'
  else if (!DOCS_FILES.includes(uri)) return page(requestId, [404, 'Not Found'], NOT_FOUND_PAGE)
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
