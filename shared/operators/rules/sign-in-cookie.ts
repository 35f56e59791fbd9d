/**
 * The cookie of a signed-in browser. Browsers accept `__Host-` only with Secure, from this host and for all paths, so no
 * other host can set it. They store no Secure cookie for http://localhost, so the name differs there.
 */
const names = { https: '__Host-quittance', http: 'quittance' } as const

type Scheme = keyof typeof names

/** The scheme of the page that sent a request: only a browser on this machine has pages without TLS. */
export function schemeOf(origin: string | undefined): Scheme {
  return origin?.startsWith('http://') ? 'http' : 'https'
}

/** The value in a `Cookie` header; undefined if it is absent, or there more than once. */
export function signInCookieIn(header: string | undefined, scheme: Scheme): string | undefined {
  const prefix = `${names[scheme]}=`
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined
}

/** A `Set-Cookie` header. */
export function signInCookie(value: string, maxAgeSeconds: number, scheme: Scheme): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSeconds}`]
  const secure = scheme === 'https' ? ['Secure'] : []
  return [`${names[scheme]}=${value}`, ...secure, ...attributes].join('; ')
}

/** A `Set-Cookie` header that removes it. */
export function endedCookie(scheme: Scheme): string {
  return signInCookie('', 0, scheme)
}
