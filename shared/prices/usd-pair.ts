/** A pair as sources, table and memory name it: ETH → ETH/USD. */
export function usdPair(symbol: string): string {
  return `${symbol}/USD`
}
