import type { Table } from '../shared/kernel/store/table.ts'
import { savePegReadings } from '../shared/records/prices/store/peg-readings.ts'
import { savePrice } from '../shared/records/prices/store/prices.ts'

/** Stores a current price, also as a stablecoin's feed reading, so that no source is called. */
export async function knowPrice(table: Table, pair: string, price: string): Promise<void> {
  const at = new Date()
  const reading = { source: 'a feed', vote: 'feeds', price, updatedAt: at, maxAgeSeconds: 3600 }
  await savePrice(table, { pair, price, agreedAt: at })
  await savePegReadings(table, { pair, readings: [reading], readAt: at })
}
