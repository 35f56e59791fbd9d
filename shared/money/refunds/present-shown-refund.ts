import { chainById } from '../../chain/chains.ts'
import type { Refund } from './rules/refund.ts'
import { presentRefund } from './wire/refund.ts'
import type { ShownRefund } from './wire/shown-refund.ts'

export function presentShownRefund(refund: Refund): ShownRefund {
  const chain = chainById(refund.chainId)?.name ?? `chain ${refund.chainId}`
  return { ...presentRefund(refund), chain, paymentUri: paymentUri(refund) }
}

function paymentUri({ address, chainId, tokenAddress, amountBase }: Refund): string | null {
  if (address === null) return null
  if (tokenAddress === null) return `ethereum:${address}@${chainId}?value=${amountBase}`
  return `ethereum:${tokenAddress}@${chainId}/transfer?address=${address}&uint256=${amountBase}`
}
