import type { CheckoutSession } from './checkout-session.ts'

/** Whether no money was seen yet: until then the customer may still say what to pay in and who they are. */
export function isUntouched({ status, firstSeenAt }: Progress): boolean {
  return status === 'pending' && firstSeenAt === null
}

type Progress = Pick<CheckoutSession, 'status' | 'firstSeenAt'>

/** Whether the customer may choose network and coin: where the merchant left that open. */
export function mayChooseAsset(
  session: Progress & Pick<CheckoutSession, 'assetSelected'>,
): boolean {
  return isUntouched(session) && !session.assetSelected
}

/** Whether the customer's email is still to be asked for: visitors of a link are otherwise unknown to the merchant. */
export function awaitsDetails(
  session: Progress & Pick<CheckoutSession, 'linkId' | 'customerEmail'>,
): boolean {
  return isUntouched(session) && session.linkId !== null && session.customerEmail === null
}
