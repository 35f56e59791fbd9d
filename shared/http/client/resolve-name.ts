import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

export type Resolve = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>

/** Uses the system's resolver, which knows the names of this machine. */
export const resolveLocally: Resolve = (hostname, { family = 0 }) =>
  lookup(hostname, { all: true, family })

/**
 * Queries name servers, the system's by default. Doesn't use `lookup`, which blocks one of the process's few threads
 * for it: two names whose servers never respond would delay every other name by 10 s and more.
 */
export function publicResolver({ servers }: { servers?: readonly string[] } = {}): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const asked = [
      resolver.resolve4(hostname).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]
    const results = await Promise.allSettled(asked)
    const addresses = results.flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    )
    const [failed] = results.filter((result) => result.status === 'rejected')
    if (failed && addresses.length === 0) throw notResolved(failed.reason)
    return addresses
  }
}

/** Name server errors have codes that also mean other problems, such as ECONNREFUSED. */
function notResolved(reason: unknown): NodeJS.ErrnoException {
  const message = reason instanceof Error ? reason.message : String(reason)
  return Object.assign(new Error(message, { cause: reason }), { code: 'ENOTFOUND' })
}
