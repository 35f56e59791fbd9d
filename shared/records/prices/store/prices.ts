import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem, update } from '../../../kernel/store/writes.ts'
import { priceKeys } from './keys.ts'

const storedReading = z.lazy(() =>
  z.object({ source: z.string(), price: z.string(), updatedAt: moment }),
)

/** The last price that a source gave, and when the source set it. */
export type SourcePrice = z.output<typeof storedReading>

const storedPrice = z.lazy(() =>
  z.object({
    pair: z.string(),
    price: z.string(),
    agreedAt: moment,
    readAt: moment.exactOptional(),
    readings: z.array(storedReading).exactOptional(),
  }),
)

/**
 * The last price of a pair (such as ETH/USD) that its sources agreed on, and when; and when they were last read, which
 * is later if they no longer agree, with the last price of each.
 */
export type AgreedPrice = {
  pair: string
  price: string
  agreedAt: Date
  readAt?: Date
  readings?: readonly SourcePrice[]
}

/** The prices of those `pairs` (each once) that were ever agreed on, in no particular order. */
export async function loadPrices(
  table: Table,
  pairs: readonly string[],
  { consistent = false } = {},
): Promise<AgreedPrice[]> {
  const wanted = pairs.map((pair) => priceKeys.price(pair))
  const items = await getItems(table, wanted, { consistent })
  return items.map((item) => storedPrice.parse(item))
}

/** Stored without expiry: a stablecoin's session may use the last price of any age. The latest agreement wins. */
export function savePrice(table: Table, price: AgreedPrice): Promise<void> {
  const { readings, ...rest } = price
  const item = z.encode(storedPrice, { ...rest, ...(readings && { readings: [...readings] }) })
  return storeItem(table, { ...priceKeys.price(price.pair), ...item })
}

/** Records that the sources of a pair were read without agreeing, unless they have agreed since that price. */
export async function saveDisagreement(
  table: Table,
  { pair, agreedAt, ...read }: Required<Omit<AgreedPrice, 'price'>>,
): Promise<void> {
  const readings = z.encode(z.array(storedReading), [...read.readings])
  const values = { readAt: read.readAt.toISOString(), readings }
  const { Update } = update(priceKeys.price(pair), values, { agreedAt: agreedAt.toISOString() })
  try {
    await table.client.send(new UpdateCommand({ ...Update, TableName: table.name }))
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
