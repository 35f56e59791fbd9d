/** A transfer in base units, of the token or, if there is none, of the chain's coin. */
export type TransferRequest = {
  address: string
  chainId: number
  tokenAddress: string | null
  amountBase: bigint | string
}

/** The EIP-681 URI that a wallet opens with a transfer filled in. */
export function paymentUri(request: TransferRequest): string {
  const { address, chainId, tokenAddress, amountBase } = request
  if (tokenAddress === null) return `ethereum:${address}@${chainId}?value=${amountBase}`
  return `ethereum:${tokenAddress}@${chainId}/transfer?address=${address}&uint256=${amountBase}`
}
