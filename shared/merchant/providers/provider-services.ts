import { setTimeout } from 'node:timers/promises'
import { KMSClient } from '@aws-sdk/client-kms'
import { publicFetch } from '../../http/client/guarded-fetch.ts'
import { hostRules } from '../../http/client/url-rules.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import { dataKeyCache } from '../../kernel/sealing/data-key-cache.ts'
import { open, seal } from '../../kernel/sealing/seal.ts'
import { sessionChanged } from '../../payments/ledger/session-log.ts'
import type { ProviderName } from '../../records/integrations/rules/provider-name.ts'
import { deliveryQueue } from '../../records/outbox/delivery-queue.ts'
import { enqueueDeliveries } from '../../records/outbox/enqueue-deliveries.ts'
import { settingsOf } from '../../records/settings/settings-of.ts'
import type { ApplyReportDeps } from './apply-report.ts'
import {
  type OpenAccountDeps,
  type OpenedAccount,
  openAccount,
  openAccounts,
} from './open-account.ts'
import { paymentUnmatched } from './provider-log.ts'

/** Opens the accounts with hosted providers, whose credentials and tokens are sealed. */
export function providerAccounts(config: Config, given: ProcessServices): OpenAccountDeps {
  const sealing = {
    kms: new KMSClient(),
    keyId: config('KMS_KEY_ID'),
    purpose: 'provider-credentials',
    cache: dataKeyCache(given.now),
  }
  return {
    ...given,
    fetch: publicFetch(hostRules(config('PROVIDER_HOSTS'))),
    openSealed: (sealed, context) => open(sealing, sealed, context),
    seal: (plaintext, context) => seal(sealing, plaintext, context),
    hosts: config('PROVIDER_HOSTS'),
    wait: (milliseconds) => setTimeout(milliseconds),
  }
}

type Accounts = {
  /** The account in use, or the one with this number. */
  account: (
    mode: Mode,
    provider: ProviderName,
    number?: number,
  ) => Promise<OpenedAccount | undefined>
  /** Every account that orders may have been made with. */
  accounts: (mode: Mode, provider: ProviderName) => Promise<readonly OpenedAccount[]>
}

/** For functions that call providers. */
export function providerServices(
  config: Config,
  given: ProcessServices,
): Pick<ApplyReportDeps, 'table' | 'now' | 'randomBytes' | 'settings'> & Accounts {
  const deps = providerAccounts(config, given)
  return {
    ...given,
    settings: settingsOf(config, given.table),
    account: (mode, provider, number) => openAccount(deps, { mode, provider }, number),
    accounts: (mode, provider) => openAccounts(deps, { mode, provider }),
  }
}

export function reportServices(config: Config, given: ProcessServices): ApplyReportDeps & Accounts {
  const queue = deliveryQueue(config)
  return {
    ...providerServices(config, given),
    onChange: sessionChanged,
    onUnmatched: paymentUnmatched,
    enqueueDeliveries: (deliveries) => enqueueDeliveries(queue, deliveries),
  }
}
