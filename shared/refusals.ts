import { exportRefusals } from './admin/exports/rules/export-refusals.ts'
import { healthRefusals } from './admin/health/rules/health-refusals.ts'
import { instanceWebhookRefusals } from './admin/instance-webhook/rules/instance-webhook-refusals.ts'
import { movingRefusals } from './admin/moving/rules/moving-refusals.ts'
import { operatorRefusals } from './admin/operators/rules/operator-refusals.ts'
import { paymentRefusals } from './admin/payments/rules/payment-refusals.ts'
import { noticeRefusals } from './admin/sale-notices/rules/notice-refusals.ts'
import { setupRefusals } from './admin/setup/rules/setup-refusals.ts'
import { viewRefusals } from './admin/views/rules/view-refusals.ts'
import type { Refusal } from './kernel/refusals.ts'
import { bookRefusals } from './money/books/rules/book-refusals.ts'
import { payoutWalletRefusals } from './money/payout-wallets/rules/payout-wallet-refusals.ts'
import { refundRefusals } from './money/refunds/rules/refund-refusals.ts'
import { sweepRefusals } from './money/sweeps/rules/sweep-refusals.ts'

/** The sentences of all subjects that the dashboard's languages have, by their names. */
export const refusalLists: readonly Readonly<Record<string, Refusal>>[] = [
  exportRefusals,
  healthRefusals,
  instanceWebhookRefusals,
  movingRefusals,
  paymentRefusals,
  noticeRefusals,
  setupRefusals,
  viewRefusals,
  bookRefusals,
  payoutWalletRefusals,
  refundRefusals,
  sweepRefusals,
  operatorRefusals,
]
