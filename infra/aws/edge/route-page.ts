/** Set when the function is built: the built pages' files, and what is answered without one. */
declare const FILES: readonly string[]
declare const HEADERS: Record<string, { value: string }>
declare const FRONT_PAGE: string
declare const NOT_FOUND_PAGE: string

type PageRequest = { uri: string }

/**
 * Runs in CloudFront for every page that is asked for: pages of links and sessions are all the same file. What does not
 * exist is answered here, because an error page of the distribution would replace the errors of the API too.
 */
export function handler({ request }: { request: PageRequest }) {
  const { uri } = request
  if (uri === '/') return page(200, 'OK', FRONT_PAGE)
  if (/^\/(l|checkout)\/[^/]+\/?$/.test(uri)) request.uri = '/checkout/index.html'
  if (/^\/docs\/?$/.test(uri)) request.uri = '/docs/index.html'
  return FILES.includes(request.uri) ? request : page(404, 'Not Found', NOT_FOUND_PAGE)
}

function page(statusCode: number, statusDescription: string, data: string) {
  return { statusCode, statusDescription, headers: HEADERS, body: { encoding: 'text', data } }
}
