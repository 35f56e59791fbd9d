import type { Config } from '../../kernel/operation/config.ts'
import type { UrlRules } from './check-url.ts'

/** The addresses that webhooks may have: on one machine, loopback addresses as well. */
export function urlRules(config: Config): UrlRules {
  return { allowLoopback: config('WEBHOOK_ALLOW_LOOPBACK') === 'on' }
}

/** The addresses that nodes may have: those of a local instance are on its machine. */
export function nodeUrlRules(config: Config): UrlRules {
  return { allowLoopback: config('NODES_ALLOW_LOOPBACK') === 'on' }
}

/** The addresses that vendors may have: for a local instance, stand-ins on its machine replace them. */
export function hostRules(hosts: Readonly<Record<string, string>>): UrlRules {
  return { allowLoopback: Object.keys(hosts).length > 0 }
}
