const transferSelector = '0xa9059cbb'

/** Returns the call data of an ERC-20 `transfer(address to, uint256 amount)`; `amountBase` is in base units. */
export function encodeTransfer(to: string, amountBase: bigint): string {
  const word = (hex: string) => hex.toLowerCase().padStart(64, '0')
  return transferSelector + word(to.slice(2)) + word(amountBase.toString(16))
}
