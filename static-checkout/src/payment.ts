import { announcementOf, titleOf, titleOfUnfinished } from './announce-payment.ts'
import { followSession } from './follow-session.ts'
import { ProviderRows, providerUpdate } from './methods/provider-rows.tsx'
import { openProvider } from './open-provider.ts'
import { check, pay } from './pay.ts'
import { startPayTexts } from './texts/pay/pay-text.ts'
import { ProviderFrame } from './views/provider-frame.tsx'
import { screens } from './views/screens.ts'
import { UnfinishedView } from './views/unfinished.tsx'

/** Everything from the address on. It is a chunk of its own. */
export const payment = {
  screens,
  UnfinishedView,
  announcementOf,
  titleOf,
  titleOfUnfinished,
  ProviderRows,
  ProviderFrame,
  providerUpdate,
  openProvider,
  startTexts: startPayTexts,
  followSession,
  check,
  pay,
} as const

export type Payment = typeof payment
