import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'

/** Whether no payment was seen yet, so that the customer can still choose an asset and submit details. */
export function isUntouched({ status, firstSeenAt }: Progress): boolean {
  return status === 'pending' && firstSeenAt === null
}

type Progress = Pick<CheckoutSession, 'status' | 'firstSeenAt'>

/** Whether the customer can choose network and coin, because the merchant selected none. */
export function mayChooseAsset(
  session: Progress & Pick<CheckoutSession, 'assetSelected'>,
): boolean {
  return isUntouched(session) && !session.assetSelected
}

/** Whether to ask for the customer's email: visitors of a link are otherwise unknown to the merchant. */
export function awaitsDetails(
  session: Progress & Pick<CheckoutSession, 'linkId' | 'customerEmail'>,
): boolean {
  return isUntouched(session) && session.linkId !== null && session.customerEmail === null
}
