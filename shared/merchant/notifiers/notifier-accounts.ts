import type { VendorAccount } from '../../chain/notifiers/chain-notifier.ts'
import { chainNotifiers } from '../../chain/notifiers/chain-notifiers.ts'
import type { Notifier } from '../../chain/rules/notifier.ts'
import { publicFetch } from '../../http/client/guarded-fetch.ts'
import { hostRules } from '../../http/client/url-rules.ts'
import type { Config } from '../../kernel/operation/config.ts'

/** Opens a vendor's account by its token; on a local instance, maybe at another host than the vendor's. */
export function notifierAccounts(
  config: Config,
): (notifier: Notifier, token: string) => VendorAccount {
  const hosts = config('NOTIFIER_HOSTS')
  const ask = publicFetch(hostRules(hosts))
  return (notifier, token) =>
    chainNotifiers[notifier].account({ token, baseUrl: hosts[notifier], fetch: ask })
}
