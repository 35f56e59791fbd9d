import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'

type Payee = Pick<CheckoutView, 'address' | 'chainId' | 'tokenAddress'>

/** An EIP-681 URI: address, network and amount in base units, as a transfer of the token if it isn't the chain's coin. */
export function paymentUri(
  { address, chainId, tokenAddress }: Payee,
  { base }: { base: string },
): string {
  if (tokenAddress === null) return `ethereum:${address}@${chainId}?value=${base}`
  return `ethereum:${tokenAddress}@${chainId}/transfer?address=${address}&uint256=${base}`
}
