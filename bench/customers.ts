import { invariant } from '../shared/kernel/invariant.ts'
import { pageCustomers } from '../shared/records/customers/store/customer-list.ts'
import { fillWithCustomers } from '../test/customer-rows.ts'
import { type Figure, percentile, sized } from './bench.ts'
import { localTable } from './local-services.ts'
import { recordCalls } from './recorded-calls.ts'

const count = sized(100_000, 1_000)
const limit = 25
const rounds = sized(60, 3)
const last = count / limit

/** Every page takes the same two queries: the recent customers, then those on the page. */
const places = { first: 1, second: 2, middle: last / 2, last }

/** Whether a page far down takes longer than one at the top. */
export async function customers(): Promise<Figure[]> {
  const { table, stop } = await localTable()
  try {
    await fillWithCustomers(table, 'test', { numbered: count })
    const read = async (page: number) => {
      const found = await pageCustomers(table, 'test', { page, limit })
      invariant(found.customers.length === limit && found.total === count, 'the page is full')
    }
    const times = new Map<number, number[]>()
    for (let round = 0; round < rounds; round++) {
      for (const page of Object.values(places)) {
        const begin = performance.now()
        await read(page)
        times.set(page, [...(times.get(page) ?? []), performance.now() - begin])
      }
    }
    const medianOf = (page: number) => percentile(times.get(page) ?? [], 50)
    const calls = await recordCalls(() => read(last))
    const units = calls.reduce((sum, call) => sum + call.units, 0)
    return [
      {
        what: `last page against second: ${count.toLocaleString('en')} customers`,
        value: `${(medianOf(last) / medianOf(places.second)).toFixed(2)} (${Object.entries(places)
          .map(([name, page]) => `${name} ${medianOf(page).toFixed(1)} ms`)
          .join(', ')})`,
        aim: 'at most 1.5',
      },
      {
        what: 'reads of the last page',
        value: `${calls.map(({ operation }) => operation).join(', ')}: ${units} units`,
        aim: 'two queries',
      },
    ]
  } finally {
    await stop()
  }
}
