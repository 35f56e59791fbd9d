import { checkPayment } from '../../shared/checkout-sessions/check-payment.ts'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { checkoutPage } from '../deps/checkout-page.ts'
import { pageHandler } from '../handlers/page-handler.ts'

const deps = checkoutPage()

/** "I have paid": accepted means that the chain is being looked at, not what was found there. */
export const handler = pageHandler(async ({ pathParameters }) => {
  const view = await checkPayment(deps, { id: pathParameters?.['id'] ?? '' })
  return jsonResponse(202, JSON.stringify(view))
})
