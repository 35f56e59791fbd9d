import type { LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import type { Resolve } from './resolve-name.ts'

/** The name resolves to an address that we don't send to. */
export class AddressRefused extends Error {
  constructor(hostname: string, address: string) {
    super(`${hostname} resolves to ${address}, which is not a public address`)
    this.name = 'AddressRefused'
  }
}

/**
 * A `lookup` for `node:http(s)`. The socket connects to the returned address, so a DNS response that changes between
 * check and use (DNS rebinding) has no effect. A name with any disallowed address is refused. Node doesn't call it for
 * IP literals; `checkPublicUrl` checks those.
 */
export function guardedLookup(
  resolve: Resolve,
  { loopback }: { loopback: boolean },
): LookupFunction {
  const allowed = loopback ? isLoopbackAddress : isPublicAddress
  return (hostname, options, callback) => {
    resolve(hostname, options).then(
      (addresses) => {
        const [first] = addresses
        const refused = addresses.find(({ address }) => !allowed(address))
        if (refused) callback(new AddressRefused(hostname, refused.address), '')
        else if (!first) callback(notFound(hostname), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}
