import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { KMSClient } from '@aws-sdk/client-kms'
import { publicFetch } from '../../shared/http/client/guarded-fetch.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { dataKeyCache } from '../../shared/kernel/sealing/data-key-cache.ts'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { ApplyReportDeps } from '../../shared/merchant/providers/apply-report.ts'
import {
  type OpenAccountDeps,
  type OpenedAccount,
  openAccount,
  openAccounts,
} from '../../shared/merchant/providers/open-account.ts'
import type { ProviderName } from '../../shared/records/integrations/rules/provider-name.ts'
import { enqueueDeliveries } from '../../shared/records/outbox/enqueue-deliveries.ts'
import type { Config } from '../config.ts'
import { paymentUnmatched } from '../log/provider-log.ts'
import { sessionChanged } from '../log/session-log.ts'
import { deliveryQueue } from './delivery-queue.ts'
import { settingsOf } from './settings-of.ts'
import { hostRules } from './url-rules.ts'

/** The accounts with hosted providers, whose credentials and tokens are sealed for them. */
export function providerAccounts(config: Config): OpenAccountDeps {
  const now = () => new Date()
  const sealing = {
    kms: new KMSClient(),
    keyId: config('KMS_KEY_ID'),
    purpose: 'provider-credentials',
    cache: dataKeyCache(now),
  }
  return {
    table: openTable(config('TABLE_NAME')),
    now,
    randomBytes,
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

/** Services of functions that call providers. */
export function providerServices(
  config: Config,
): Pick<ApplyReportDeps, 'table' | 'now' | 'randomBytes' | 'settings'> & Accounts {
  const deps = providerAccounts(config)
  const { table, now } = deps
  return {
    table,
    now,
    randomBytes,
    settings: settingsOf(config, table),
    account: (mode, provider, number) => openAccount(deps, { mode, provider }, number),
    accounts: (mode, provider) => openAccounts(deps, { mode, provider }),
  }
}

/** What functions need that apply what providers report. */
export function reportServices(config: Config): ApplyReportDeps & Accounts {
  const queue = deliveryQueue(config)
  return {
    ...providerServices(config),
    onChange: sessionChanged,
    onUnmatched: paymentUnmatched,
    enqueueDeliveries: (deliveries) => enqueueDeliveries(queue, deliveries),
  }
}
