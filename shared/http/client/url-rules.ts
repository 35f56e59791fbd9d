import type { Config } from '../../kernel/operation/config.ts'
import type { UrlRules } from './check-url.ts'

/** Which addresses webhooks may have: on one machine, loopback addresses as well. */
export function urlRules(config: Config): UrlRules {
  return { allowLoopback: config('WEBHOOK_ALLOW_LOOPBACK') === 'on' }
}

/** Which addresses nodes may have: those of a local instance are on its machine. */
export function nodeUrlRules(config: Config): UrlRules {
  return { allowLoopback: config('NODES_ALLOW_LOOPBACK') === 'on' }
}

/** Which addresses vendors may have: on a local instance, stand-ins on its machine have taken their place. */
export function hostRules(hosts: Readonly<Record<string, string>>): UrlRules {
  return { allowLoopback: Object.keys(hosts).length > 0 }
}
