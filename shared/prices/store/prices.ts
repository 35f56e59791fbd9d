import * as z from 'zod'
import { moment } from '../../kernel/store/codecs.ts'
import { getItems } from '../../kernel/store/get-items.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { storeItem } from '../../kernel/store/writes.ts'

/** The last price of a pair (such as ETH/USD) that its sources agreed on, and when. */
export type AgreedPrice = { pair: string; price: string; agreedAt: Date }

const storedPrice = z.lazy(() =>
  z.object({ pair: z.string(), price: z.string(), agreedAt: moment }),
)

/** Those of `pairs` (each once) that were ever agreed on, in no particular order. */
export async function loadPrices(
  table: Table,
  pairs: readonly string[],
  { consistent = false } = {},
): Promise<AgreedPrice[]> {
  const wanted = pairs.map((pair) => keys.price(pair))
  const items = await getItems(table, wanted, { consistent })
  return items.map((item) => storedPrice.parse(item))
}

/** Stored without expiry: a stablecoin's session may use the last price of any age. The latest agreement wins. */
export function savePrice(table: Table, price: AgreedPrice): Promise<void> {
  return storeItem(table, { ...keys.price(price.pair), ...z.encode(storedPrice, price) })
}
