import { isIP } from 'node:net'
import { ServiceError } from '../../kernel/errors.ts'
import { isAllowedPort } from './blocked-ports.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** `allowLoopback`: an instance on one machine may also call itself, on any port and without TLS. */
export type UrlRules = { allowLoopback: boolean }

export type CheckedUrl =
  | {
      ok: true
      url: URL
      /** Whether the host is this machine. Then only loopback addresses are allowed. */
      loopback: boolean
    }
  | { ok: false; message: string }

/** Names that never resolve to a public address. */
const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'localdomain']

/**
 * Checks a webhook URL by its text: HTTPS, a port that browsers allow, no user or password, a host that can be public.
 * The addresses behind a name are checked when we connect. `message` follows "url …" and can be shown to the caller.
 */
export function checkPublicUrl(text: string, rules: UrlRules): CheckedUrl {
  const url = URL.parse(text)
  if (!url) return { ok: false, message: 'must be an absolute URL' }
  const host = plainHost(url)
  const loopback = rules.allowLoopback && isLoopbackHost(host)
  const message = problem(url, host, loopback)
  return message === undefined ? { ok: true, url, loopback } : { ok: false, message }
}

/** Throws `parameter_invalid` for a URL that we would not send to. */
export function requirePublicUrl(text: string, rules: UrlRules): void {
  const checked = checkPublicUrl(text, rules)
  if (checked.ok) return
  throw new ServiceError('parameter_invalid', `url ${checked.message}.`, { param: 'url' })
}

/** The host in the form of `node:net`: no brackets, no final dot. */
function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function problem(url: URL, host: string, loopback: boolean): string | undefined {
  if (url.username || url.password) return 'must not contain a user name or password'
  if (loopback && url.protocol === 'http:') return undefined
  if (url.protocol !== 'https:') return 'must begin with https://'
  if (loopback) return undefined
  if (!isAllowedPort(url.port)) {
    return `must use a port that browsers allow, such as 443 or 8443; ${url.port} belongs to another protocol`
  }
  return canBePublic(host) ? undefined : 'must point to a public address'
}

function canBePublic(host: string): boolean {
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !privateNames.some((name) => host.endsWith(`.${name}`))
}

function isLoopbackHost(host: string): boolean {
  if (isIP(host)) return isLoopbackAddress(host)
  return host === 'localhost' || host.endsWith('.localhost')
}
