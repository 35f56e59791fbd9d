import type { UrlRules } from '../../shared/webhooks/sending/check-url.ts'
import type { Config } from '../config.ts'

/** Which addresses webhooks and nodes may have: on one machine, loopback addresses as well. */
export function urlRules(config: Config): UrlRules {
  return { allowLoopback: config('WEBHOOK_ALLOW_LOOPBACK') === 'on' }
}
