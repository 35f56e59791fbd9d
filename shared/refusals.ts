import { exportRefusals } from './admin/exports/rules/export-refusals.ts'
import { healthRefusals } from './admin/health/rules/health-refusals.ts'
import { instanceWebhookRefusals } from './admin/instance-webhook/rules/instance-webhook-refusals.ts'
import { movingRefusals } from './admin/moving/rules/moving-refusals.ts'
import { operatorRefusals } from './admin/operators/rules/operator-refusals.ts'
import { paymentRefusals } from './admin/payments/rules/payment-refusals.ts'
import { noticeRefusals } from './admin/sale-notices/rules/notice-refusals.ts'
import { setupRefusals } from './admin/setup/rules/setup-refusals.ts'
import { viewRefusals } from './admin/views/rules/view-refusals.ts'
import { urlRefusals } from './http/rules/url-refusals.ts'
import { missingRefusals } from './kernel/missing-refusals.ts'
import { commitRefusals } from './kernel/operation/commit-refusals.ts'
import type { Refusal } from './kernel/refusals.ts'
import { notifierRefusals } from './merchant/notifiers/rules/notifier-refusals.ts'
import { integrationRefusals } from './merchant/providers/rules/integration-refusals.ts'
import { webhookRefusals } from './merchant/webhooks/rules/webhook-refusals.ts'
import { bookRefusals } from './money/books/rules/book-refusals.ts'
import { payoutWalletRefusals } from './money/payout-wallets/rules/payout-wallet-refusals.ts'
import { refundRefusals } from './money/refunds/rules/refund-refusals.ts'
import { sweepRefusals } from './money/sweeps/rules/sweep-refusals.ts'
import { ledgerRefusals } from './payments/ledger/rules/ledger-refusals.ts'
import { networkRefusals } from './payments/networks/rules/network-refusals.ts'
import { walletRefusals } from './payments/wallet/rules/wallet-refusals.ts'
import { apiKeyRefusals } from './records/api-keys/rules/api-key-refusals.ts'
import { customerRefusals } from './records/customers/rules/customer-refusals.ts'
import { priceRefusals } from './records/prices/rules/price-refusals.ts'
import { settingsRefusals } from './records/settings/rules/settings-refusals.ts'

/** The sentences of all subjects that the dashboard's languages have, by their names. */
export const refusalLists: readonly Readonly<Record<string, Refusal>>[] = [
  exportRefusals,
  healthRefusals,
  instanceWebhookRefusals,
  movingRefusals,
  operatorRefusals,
  paymentRefusals,
  noticeRefusals,
  setupRefusals,
  viewRefusals,
  urlRefusals,
  missingRefusals,
  commitRefusals,
  notifierRefusals,
  integrationRefusals,
  webhookRefusals,
  bookRefusals,
  payoutWalletRefusals,
  refundRefusals,
  sweepRefusals,
  ledgerRefusals,
  networkRefusals,
  walletRefusals,
  apiKeyRefusals,
  customerRefusals,
  priceRefusals,
  settingsRefusals,
]
