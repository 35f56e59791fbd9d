import { apiKeyKeys } from './api-keys/store/keys.ts'
import { bookKeys } from './books/store/keys.ts'
import { sessionKeys } from './checkout-sessions/store/keys.ts'
import { customerKeys } from './customers/store/keys.ts'
import { exportKeys } from './exports/store/keys.ts'
import { holdingKeys } from './holdings/store/keys.ts'
import { httpKeys } from './http/store/keys.ts'
import { integrationKeys } from './integrations/store/keys.ts'
import { keys } from './kernel/store/keys.ts'
import { ledgerKeys } from './ledger/store/keys.ts'
import { movingKeys } from './moving/store/keys.ts'
import { networkKeys } from './networks/store/keys.ts'
import { notifierKeys } from './notifiers/store/keys.ts'
import { operatorKeys } from './operators/store/keys.ts'
import { outboxKeys } from './outbox/store/keys.ts'
import { linkKeys } from './payment-links/store/keys.ts'
import { payoutWalletKeys } from './payout-wallets/store/keys.ts'
import { priceKeys } from './prices/store/keys.ts'
import { providerKeys } from './providers/store/keys.ts'
import { quoteKeys } from './quotes/store/keys.ts'
import { refundKeys } from './refunds/store/keys.ts'
import { settingsKeys } from './settings/store/keys.ts'
import { statisticsKeys } from './statistics/store/keys.ts'
import { sweepKeys } from './sweeps/store/keys.ts'
import { viewKeys } from './views/store/keys.ts'
import { walletKeys } from './wallet/store/keys.ts'
import { webhookKeys } from './webhooks/store/keys.ts'

/** What builds the key of each kind of item, of every subject. */
export const itemKeys = {
  ...apiKeyKeys,
  ...bookKeys,
  ...sessionKeys,
  ...customerKeys,
  ...exportKeys,
  ...holdingKeys,
  ...httpKeys,
  ...integrationKeys,
  ...keys,
  ...ledgerKeys,
  ...movingKeys,
  ...networkKeys,
  ...notifierKeys,
  ...operatorKeys,
  ...outboxKeys,
  ...linkKeys,
  ...payoutWalletKeys,
  ...priceKeys,
  ...providerKeys,
  ...quoteKeys,
  ...refundKeys,
  ...settingsKeys,
  ...statisticsKeys,
  ...sweepKeys,
  ...viewKeys,
  ...walletKeys,
  ...webhookKeys,
} as const
