import { chainById } from '../../chain/chains.ts'
import { paymentUri } from '../../payments/checkout-sessions/rules/payment-uri.ts'
import type { Refund } from './rules/refund.ts'
import { presentRefund } from './wire/refund.ts'
import type { ShownRefund } from './wire/shown-refund.ts'

export function presentShownRefund(refund: Refund): ShownRefund {
  const { address } = refund
  const chain = chainById(refund.chainId)?.name ?? `chain ${refund.chainId}`
  const uri = address === null ? null : paymentUri({ ...refund, address })
  return { ...presentRefund(refund), chain, paymentUri: uri }
}
