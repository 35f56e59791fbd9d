import { checkPayment } from './checkout/check-payment.ts'
import { chooseAsset } from './checkout/choose-asset.ts'
import { openLink } from './checkout/open-link.ts'
import { reportTransaction } from './checkout/report-transaction.ts'
import { showEmbeddedPage } from './checkout/show-embedded-page.ts'
import { showPlainPage } from './checkout/show-plain-page.ts'
import { showSession } from './checkout/show-session.ts'
import { streamSession } from './checkout/stream-session.ts'
import { submitDetails } from './checkout/submit-details.ts'
import { receiveChainNotification } from './notifiers/receive-chain-notification.ts'
import { showLink } from './payment-links/show-link.ts'
import { receiveProviderCallback } from './providers/receive-provider-callback.ts'
import { showProviderPage } from './providers/show-provider-page.ts'
import { startProviderOrder } from './providers/start-provider-order.ts'
import { showLogo } from './settings/show-logo.ts'

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
]

/** The operations that other services call, with a signature. */
export const signedOperations = [receiveChainNotification, receiveProviderCallback]
