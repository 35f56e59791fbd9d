import * as z from 'zod'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { notDelivered } from '../rules/order-report.ts'
import {
  chargeCredentials,
  checkChargeKey,
  findCharge,
  isSignedCharge,
  readChargeEvent,
  startCharge,
} from './coinbase-charges.ts'
import {
  checkCheckoutKey,
  checkoutCredentials,
  findCheckout,
  isSignedCheckout,
  readCheckoutEvent,
  startCheckout,
} from './coinbase-checkouts.ts'
import { hostedProvider } from './hosted-provider.ts'

const credentials = z.union([checkoutCredentials, chargeCredentials])
type Credentials = z.infer<typeof credentials>
const eventOfCharge = z.object({ event: z.unknown() })

/**
 * Coinbase: Checkouts of Coinbase Business, or the charges of Coinbase Commerce that they replaced, whichever the
 * credentials are for. Coinbase is always asked before a webhook is believed. Source: docs.cdp.coinbase.com.
 */
export const coinbaseCommerce = hostedProvider<Credentials>({
  name: 'coinbase-commerce',
  credentials,
  settlement: (given) => ({
    currency: 'keyId' in given ? 'USDC' : 'USD',
    delivery: notDelivered,
  }),

  async start(account, order) {
    const { credentials } = account
    if ('keyId' in credentials) return startCheckout({ ...account, credentials }, order)
    return startCharge({ ...account, credentials }, order)
  },

  async verify(account, callback) {
    const { webhookSecret } = account.credentials
    const isSigned =
      'keyId' in account.credentials
        ? isSignedCheckout(webhookSecret, callback, account.now())
        : isSignedCharge(webhookSecret, callback)
    return isSigned ? 'signed' : 'forged'
  },

  read(callback) {
    const isOld = eventOfCharge.safeParse(parseJson(callback.rawBody)).success
    return isOld ? readChargeEvent(callback) : readCheckoutEvent(callback)
  },

  accountFields: [],
  isQueryOwn: true,
  isAskedFirst: true,

  async requery(account, { vendorId }) {
    if (!vendorId) return []
    const { credentials } = account
    if ('keyId' in credentials) return [await findCheckout({ ...account, credentials }, vendorId)]
    return [await findCharge({ ...account, credentials }, vendorId)]
  },

  async check(account) {
    const { credentials } = account
    if ('keyId' in credentials) return checkCheckoutKey({ ...account, credentials })
    return checkChargeKey({ ...account, credentials })
  },
})
