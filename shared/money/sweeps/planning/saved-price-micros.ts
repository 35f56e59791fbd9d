import { chains } from '../../../chain/chains.ts'
import { parseDecimal } from '../../../kernel/money.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { loadPrices } from '../../../records/prices/store/prices.ts'
import { usdPair } from '../../../records/prices/usd-pair.ts'

const microsDecimals = 6
const maxAgeMs = 86_400_000

/**
 * Millionths of a USD for one unit of a coin or token: the last price that sessions were priced by, at most a day old,
 * which is precise enough to compare a fee with. A USD stablecoin counts as 1. Null without a price.
 */
export async function savedPriceMicros(
  { table, now }: { table: Table; now: () => Date },
  symbol: string,
): Promise<bigint | null> {
  if (isPegged(symbol)) return 10n ** BigInt(microsDecimals)
  const [saved] = await loadPrices(table, [usdPair(symbol)])
  if (!saved || now().getTime() - saved.agreedAt.getTime() > maxAgeMs) return null
  const price = parseDecimal(saved.price, 60)
  if (!price) return null
  const scaled = price.units * 10n ** BigInt(microsDecimals)
  return scaled / 10n ** BigInt(price.scale)
}

function isPegged(symbol: string): boolean {
  const tokens = chains.flatMap((chain) => chain.tokens)
  return tokens.some((token) => token.symbol === symbol && token.usdPegged)
}
