/** The name of a pair: ETH → ETH/USD. */
export function usdPair(symbol: string): string {
  return `${symbol}/USD`
}
