import { checkPayment } from './merchant/checkout/check-payment.ts'
import { chooseAsset } from './merchant/checkout/choose-asset.ts'
import { openLink } from './merchant/checkout/open-link.ts'
import { reportTransaction } from './merchant/checkout/report-transaction.ts'
import { showEmbeddedPage } from './merchant/checkout/show-embedded-page.ts'
import { showPlainPage } from './merchant/checkout/show-plain-page.ts'
import { showSession } from './merchant/checkout/show-session.ts'
import { streamSession } from './merchant/checkout/stream-session.ts'
import { submitDetails } from './merchant/checkout/submit-details.ts'
import { receiveChainNotification } from './merchant/notifiers/receive-chain-notification.ts'
import { showLink } from './merchant/payment-links/show-link.ts'
import { receiveProviderCallback } from './merchant/providers/receive-provider-callback.ts'
import { showProviderPage } from './merchant/providers/show-provider-page.ts'
import { startProviderOrder } from './merchant/providers/start-provider-order.ts'
import { claimRefund } from './money/refunds/claim/claim-refund.ts'
import { showClaim } from './money/refunds/claim/show-claim.ts'
import { showLogo } from './records/settings/show-logo.ts'

/** The operations of the hosted page, by a link's slug or a session's id. */
export const customerOperations = [
  showLink,
  openLink,
  showSession,
  streamSession,
  checkPayment,
  submitDetails,
  chooseAsset,
  showLogo,
  reportTransaction,
  showEmbeddedPage,
  showPlainPage,
  showProviderPage,
  startProviderOrder,
  showClaim,
  claimRefund,
]

/** The operations that other services call, with a signature. */
export const signedOperations = [receiveChainNotification, receiveProviderCallback]
