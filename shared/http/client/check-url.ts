import { isIP } from 'node:net'
import type { ServiceError } from '../../kernel/errors.ts'
import { refuseUrl } from '../rules/url-refusals.ts'
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
  | {
      ok: false
      refusal: ServiceError
      /** The refusal's message without its full stop, for use within another sentence. */
      message: string
    }

/** Names that never resolve to a public address. */
const privateNames = ['localhost', 'local', 'internal', 'home.arpa', 'localdomain']

/**
 * Checks a webhook URL by its text: HTTPS, a port that browsers allow, no user or password, a host that can be public.
 * The addresses behind a name are checked when we connect. `message` begins with "url" and can be shown to the caller.
 */
export function checkPublicUrl(text: string, rules: UrlRules): CheckedUrl {
  const url = URL.parse(text)
  if (!url) return refused(refuseUrl('url_not_absolute'))
  const host = plainHost(url)
  const loopback = rules.allowLoopback && isLoopbackHost(host)
  const refusal = problem(url, host, loopback)
  return refusal ? refused(refusal) : { ok: true, url, loopback }
}

function refused(refusal: ServiceError): CheckedUrl {
  return { ok: false, refusal, message: refusal.message.slice(0, -1) }
}

/** Throws `parameter_invalid` for a URL that we would not send to. */
export function requirePublicUrl(text: string, rules: UrlRules): void {
  const checked = checkPublicUrl(text, rules)
  if (!checked.ok) throw checked.refusal
}

/** The host in the form of `node:net`: no brackets, no final dot. */
function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function problem(url: URL, host: string, loopback: boolean): ServiceError | undefined {
  if (url.username || url.password) return refuseUrl('url_with_password')
  if (loopback && url.protocol === 'http:') return undefined
  if (url.protocol !== 'https:') return refuseUrl('url_not_https')
  if (loopback) return undefined
  if (!isAllowedPort(url.port)) return refuseUrl('url_port_refused', { port: url.port })
  return canBePublic(host) ? undefined : refuseUrl('url_not_public')
}

function canBePublic(host: string): boolean {
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !privateNames.some((name) => host.endsWith(`.${name}`))
}

function isLoopbackHost(host: string): boolean {
  if (isIP(host)) return isLoopbackAddress(host)
  return host === 'localhost' || host.endsWith('.localhost')
}
