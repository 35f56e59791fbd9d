import { exportRefusals } from './admin/exports/rules/export-refusals.ts'
import { healthRefusals } from './admin/health/rules/health-refusals.ts'
import { instanceWebhookRefusals } from './admin/instance-webhook/rules/instance-webhook-refusals.ts'
import { movingRefusals } from './admin/moving/rules/moving-refusals.ts'
import { operatorRefusals } from './admin/operators/rules/operator-refusals.ts'
import { paymentRefusals } from './admin/payments/rules/payment-refusals.ts'
import { noticeRefusals } from './admin/sale-notices/rules/notice-refusals.ts'
import { setupRefusals } from './admin/setup/rules/setup-refusals.ts'
import { viewRefusals } from './admin/views/rules/view-refusals.ts'
import { dashboardRefusals } from './http/rules/dashboard-refusals.ts'
import { formSentences } from './http/rules/form-sentences.ts'
import { requestRefusals } from './http/rules/request-refusals.ts'
import { urlRefusals } from './http/rules/url-refusals.ts'
import { mapNames } from './kernel/map-names.ts'
import { missingRefusals } from './kernel/missing-refusals.ts'
import { commitRefusals } from './kernel/operation/commit-refusals.ts'
import { redirectRefusals } from './kernel/redirect-urls.ts'
import type { Refusal } from './kernel/refusals.ts'
import { cursorSentences } from './kernel/wire/cursor-list.ts'
import { emailSentences } from './kernel/wire/email.ts'
import { fiatSentences } from './kernel/wire/fiat.ts'
import type { FieldSentences } from './kernel/wire/field-problem.ts'
import { metadataSentences } from './kernel/wire/metadata.ts'
import { addressSentences } from './kernel/wire/url.ts'
import { notifierRefusals, tokenSentences } from './merchant/notifiers/rules/notifier-refusals.ts'
import {
  credentialsSentences,
  integrationRefusals,
} from './merchant/providers/rules/integration-refusals.ts'
import { eventTypeSentences, webhookRefusals } from './merchant/webhooks/rules/webhook-refusals.ts'
import { bookRefusals, bookSentences } from './money/books/rules/book-refusals.ts'
import { payoutWalletRefusals } from './money/payout-wallets/rules/payout-wallet-refusals.ts'
import { typoSentences } from './money/payout-wallets/wire/payout-address.ts'
import { refundRefusals, refundSentences } from './money/refunds/rules/refund-refusals.ts'
import { sweepRefusals, sweepSentences } from './money/sweeps/rules/sweep-refusals.ts'
import { ledgerRefusals } from './payments/ledger/rules/ledger-refusals.ts'
import { networkRefusals, networkSentences } from './payments/networks/rules/network-refusals.ts'
import { accountRefusals } from './payments/wallet/rules/account-refusals.ts'
import { walletRefusals } from './payments/wallet/rules/wallet-refusals.ts'
import { apiKeyRefusals } from './records/api-keys/rules/api-key-refusals.ts'
import { customerRefusals } from './records/customers/rules/customer-refusals.ts'
import { priceRefusals } from './records/prices/rules/price-refusals.ts'
import { chainSettingRefusals } from './records/settings/rules/chain-setting-refusals.ts'
import { settingSentences, settingsRefusals } from './records/settings/rules/settings-refusals.ts'
import { baseUrlSentences } from './records/settings/wire/base-url.ts'

/** About single fields, to follow the name of one. */
const fieldSentences: readonly FieldSentences[] = [
  formSentences,
  cursorSentences,
  emailSentences,
  addressSentences,
  fiatSentences,
  metadataSentences,
  tokenSentences,
  credentialsSentences,
  eventTypeSentences,
  bookSentences,
  typoSentences,
  refundSentences,
  sweepSentences,
  networkSentences,
  settingSentences,
  baseUrlSentences,
]

const aboutField = (text: string): Refusal => ({
  code: 'parameter_invalid',
  text: `{param} ${text}`,
})

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
  requestRefusals,
  dashboardRefusals,
  missingRefusals,
  redirectRefusals,
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
  accountRefusals,
  apiKeyRefusals,
  customerRefusals,
  priceRefusals,
  settingsRefusals,
  chainSettingRefusals,
  ...fieldSentences.map((sentences) => mapNames(sentences, aboutField)),
]
