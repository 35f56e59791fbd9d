import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a name. */
export type Resolve = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>

/** Asks the system, which knows the names of this machine. */
export const resolveLocally: Resolve = (hostname, { family = 0 }) =>
  lookup(hostname, { all: true, family })

/**
 * Asks name servers, the system's by default. Not `lookup`: it waits in one of the few threads that the whole process
 * has for it, so two names whose servers never answer would hold up every other name for 10 s and more.
 */
export function publicResolver({ servers }: { servers?: readonly string[] } = {}): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const asked = [
      resolver.resolve4(hostname).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]
    const answers = await Promise.allSettled(asked)
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    const [failed] = answers.filter((answer) => answer.status === 'rejected')
    if (failed && addresses.length === 0) throw notResolved(failed.reason)
    return addresses
  }
}

/** Name servers fail with codes that also stand for other trouble, such as ECONNREFUSED. */
function notResolved(reason: unknown): NodeJS.ErrnoException {
  const message = reason instanceof Error ? reason.message : String(reason)
  return Object.assign(new Error(message, { cause: reason }), { code: 'ENOTFOUND' })
}
