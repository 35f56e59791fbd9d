import { chainName } from '../../chain/chains.ts'
import { paymentUri } from '../../payments/checkout-sessions/rules/payment-uri.ts'
import { type AnyRefund, isProviders } from './rules/provider-refund.ts'
import { presentAnyRefund, presentRefund } from './wire/refund.ts'
import type { ShownRefund } from './wire/shown-refund.ts'

export function presentShownRefund(refund: AnyRefund): ShownRefund {
  if (isProviders(refund)) return { ...presentAnyRefund(refund), chain: null, paymentUri: null }
  const { address } = refund
  const chain = chainName(refund.chainId)
  const uri = address === null ? null : paymentUri({ ...refund, address })
  return { ...presentRefund(refund), chain, paymentUri: uri }
}
