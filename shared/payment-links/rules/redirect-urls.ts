import { ServiceError } from '../../kernel/errors.ts'

/** Where a customer's browser is sent; null where nowhere. */
export type RedirectUrls = Readonly<Record<string, string | null>>

/** Whether a URL stays on this machine. */
export function isLocalUrl(text: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$)/i.test(text)
}

/**
 * Plain HTTP is for an instance that itself runs on localhost, and leads to localhost only. Throws
 * `parameter_invalid` with the name of the field.
 */
export function refuseInsecureUrls(urls: RedirectUrls, { baseUrl }: { baseUrl: string }): void {
  if (isLocalUrl(baseUrl)) return
  for (const [param, url] of Object.entries(urls)) {
    if (url === null || /^https:/i.test(url)) continue
    throw new ServiceError('parameter_invalid', `${param} must begin with https://.`, { param })
  }
}
