import { isIP } from 'node:net'
import { ServiceError } from '../kernel/errors.ts'
import { checkPublicUrl, type UrlRules } from '../webhooks/sending/check-url.ts'
import { isPublicAddress } from '../webhooks/sending/public-address.ts'
import { publicResolver, type Resolve } from '../webhooks/sending/resolve-name.ts'

/**
 * Throws `parameter_invalid` for a node that we would not call: the rules are those of webhooks. Its name must lead to
 * public addresses when it is saved; later, only the owner of the name could change where it leads, who also decides what
 * the node says.
 */
export async function requireNodeUrl(
  text: string,
  rules: UrlRules,
  resolve: Resolve = publicResolver(),
): Promise<void> {
  const checked = checkPublicUrl(text, rules)
  if (!checked.ok) throw refused(checked.message)
  const { hostname } = checked.url
  if (checked.loopback || isIP(hostname.replace(/^\[|\]$/g, ''))) return
  // A name that can't be resolved now fails the probe, which says so.
  const addresses = await resolve(hostname, {}).catch(() => [])
  if (addresses.every(({ address }) => isPublicAddress(address))) return
  throw refused('must point to a public address')
}

function refused(message: string): ServiceError {
  return new ServiceError('parameter_invalid', `url ${message}.`, { param: 'url' })
}
