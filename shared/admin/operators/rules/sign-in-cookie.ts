/**
 * The cookie of a signed-in browser. Browsers accept `__Host-` only with Secure, from this host and for all paths, so no
 * other host can set it. They store no Secure cookie for http://localhost, so the name differs there.
 */
const names = { https: '__Host-quittance', http: 'quittance' } as const
/** The cookie of a browser in which somebody has signed in before. It outlasts the sign-in, and lets nobody in. */
const browserNames = { https: '__Host-quittance-browser', http: 'quittance-browser' } as const

type Scheme = keyof typeof names

/** The scheme of the page that sent a request: only a browser on this machine has pages without TLS. */
export function schemeOf(origin: string | undefined): Scheme {
  return origin?.startsWith('http://') ? 'http' : 'https'
}

/** The value in a `Cookie` header; undefined if it is absent, or there more than once. */
export function signInCookieIn(header: string | undefined, scheme: Scheme): string | undefined {
  return valueIn(header, names[scheme])
}

/** The value of the browser's own cookie; undefined if the service didn't make it. */
export function browserCookieIn(header: string | undefined, scheme: Scheme): string | undefined {
  const value = valueIn(header, browserNames[scheme])
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

function valueIn(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined
}

/** A `Set-Cookie` header. */
export function signInCookie(value: string, maxAgeSeconds: number, scheme: Scheme): string {
  return setCookie(`${names[scheme]}=${value}`, maxAgeSeconds, scheme)
}

/** The `Set-Cookie` of the browser's own cookie. */
export function browserCookie(value: string, maxAgeSeconds: number, scheme: Scheme): string {
  return setCookie(`${browserNames[scheme]}=${value}`, maxAgeSeconds, scheme)
}

function setCookie(pair: string, maxAgeSeconds: number, scheme: Scheme): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSeconds}`]
  const secure = scheme === 'https' ? ['Secure'] : []
  return [pair, ...secure, ...attributes].join('; ')
}

/** A `Set-Cookie` header that removes it. */
export function endedCookie(scheme: Scheme): string {
  return signInCookie('', 0, scheme)
}
