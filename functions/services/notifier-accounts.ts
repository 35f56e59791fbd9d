import type { VendorAccount } from '../../shared/chain/notifiers/chain-notifier.ts'
import { chainNotifiers } from '../../shared/chain/notifiers/chain-notifiers.ts'
import type { Notifier } from '../../shared/chain/rules/notifier.ts'
import { publicFetch } from '../../shared/http/client/guarded-fetch.ts'
import type { Config } from '../config.ts'
import { hostRules } from './url-rules.ts'

/** Opens a vendor's account by its token; on a local instance, maybe at another host than the vendor's. */
export function notifierAccounts(
  config: Config,
): (notifier: Notifier, token: string) => VendorAccount {
  const hosts = config('NOTIFIER_HOSTS')
  const ask = publicFetch(hostRules(hosts))
  return (notifier, token) =>
    chainNotifiers[notifier].account({ token, baseUrl: hosts[notifier], fetch: ask })
}
