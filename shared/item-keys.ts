import { exportKeys } from './admin/exports/store/keys.ts'
import { instanceWebhookKeys } from './admin/instance-webhook/store/keys.ts'
import { movingKeys } from './admin/moving/store/keys.ts'
import { operatorKeys } from './admin/operators/store/keys.ts'
import { noticeKeys } from './admin/sale-notices/store/keys.ts'
import { statisticsKeys } from './admin/statistics/store/keys.ts'
import { viewKeys } from './admin/views/store/keys.ts'
import { httpKeys } from './http/store/keys.ts'
import { keys } from './kernel/store/keys.ts'
import { notifierKeys } from './merchant/notifiers/store/keys.ts'
import { providerKeys } from './merchant/providers/store/keys.ts'
import { webhookKeys } from './merchant/webhooks/store/keys.ts'
import { bookKeys } from './money/books/store/keys.ts'
import { payoutWalletKeys } from './money/payout-wallets/store/keys.ts'
import { refundKeys } from './money/refunds/store/keys.ts'
import { sweepKeys } from './money/sweeps/store/keys.ts'
import { sessionKeys } from './payments/checkout-sessions/store/keys.ts'
import { holdingKeys } from './payments/holdings/store/keys.ts'
import { ledgerKeys } from './payments/ledger/store/keys.ts'
import { networkKeys } from './payments/networks/store/keys.ts'
import { quoteKeys } from './payments/quotes/store/keys.ts'
import { walletKeys } from './payments/wallet/store/keys.ts'
import { apiKeyKeys } from './records/api-keys/store/keys.ts'
import { customerKeys } from './records/customers/store/keys.ts'
import { integrationKeys } from './records/integrations/store/keys.ts'
import { outboxKeys } from './records/outbox/store/keys.ts'
import { linkKeys } from './records/payment-links/store/keys.ts'
import { priceKeys } from './records/prices/store/keys.ts'
import { settingsKeys } from './records/settings/store/keys.ts'

/** The builder of the key of each kind of item, of every subject. */
export const itemKeys = {
  ...apiKeyKeys,
  ...bookKeys,
  ...sessionKeys,
  ...customerKeys,
  ...exportKeys,
  ...holdingKeys,
  ...httpKeys,
  ...instanceWebhookKeys,
  ...integrationKeys,
  ...keys,
  ...ledgerKeys,
  ...movingKeys,
  ...networkKeys,
  ...noticeKeys,
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
