import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import { priceKeys } from './keys.ts'

const storedReading = z.lazy(() =>
  z.object({
    source: z.string(),
    vote: z.string(),
    price: z.string(),
    updatedAt: moment,
    maxAgeSeconds: z.number(),
  }),
)

type StoredReading = z.output<typeof storedReading>

/** The latest reading of a USD stablecoin (such as USDC/USD) from each source, and when they were last read. */
const storedPegReadings = z.lazy(() =>
  z.object({
    pair: z.string(),
    readings: z.array(storedReading),
    readAt: moment,
  }),
)
type StoredPegReadings = z.output<typeof storedPegReadings>

/** The readings of those `pairs` that were ever read, in no particular order. */
export async function loadPegReadings(
  table: Table,
  pairs: readonly string[],
  { consistent = false } = {},
): Promise<StoredPegReadings[]> {
  const wanted = pairs.map((pair) => priceKeys.pegReadings(pair))
  const items = await getItems(table, wanted, { consistent })
  return items.map((item) => storedPegReadings.parse(item))
}

/** The latest writer wins: each started from a state less than a minute old. */
export function savePegReadings(
  table: Table,
  peg: Omit<StoredPegReadings, 'readings'> & { readings: readonly StoredReading[] },
): Promise<void> {
  const item = z.encode(storedPegReadings, { ...peg, readings: [...peg.readings] })
  return storeItem(table, { ...priceKeys.pegReadings(peg.pair), ...item })
}
