import { formatBase, parseDecimal } from '../../../kernel/money.ts'

/** The fiat amount of a part of the order: the order's fiat amount × part / whole, to six decimals, rounded down. */
export function fiatShare(fiatAmount: string, partBase: bigint, wholeBase: bigint): string | null {
  const fiat = parseDecimal(fiatAmount, 6)
  if (!fiat || wholeBase === 0n) return null
  const micros = fiat.units * 10n ** BigInt(6 - fiat.scale)
  return formatBase((micros * partBase) / wholeBase, 6)
}
