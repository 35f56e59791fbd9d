import { refusing } from './refusals.ts'

export const redirectRefusals = {
  not_https: { code: 'parameter_invalid', text: '{param} must begin with https://.' },
} as const

const refuseRedirect = refusing(redirectRefusals)

/** Where to send a customer's browser, by field; null if nowhere. */
export type RedirectUrls = Readonly<Record<string, string | null>>

/** Whether a URL points to this machine. */
export function isLocalUrl(text: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$)/i.test(text)
}

/**
 * Throws `parameter_invalid` with the name of the field for plain HTTP, which only an instance on localhost accepts,
 * and only to localhost.
 */
export function refuseInsecureUrls(urls: RedirectUrls, { baseUrl }: { baseUrl: string }): void {
  if (isLocalUrl(baseUrl)) return
  for (const [param, url] of Object.entries(urls)) {
    if (url === null || /^https:/i.test(url)) continue
    throw refuseRedirect('not_https', { param }, { param })
  }
}
