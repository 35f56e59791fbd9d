import { newId } from '../../../shared/kernel/ids.ts'
import { shardOf } from '../../../shared/kernel/store/shards.ts'
import { numberCustomers } from '../../../shared/records/customers/number-customers.ts'
import { pageCustomers } from '../../../shared/records/customers/store/customer-list.ts'
import { customerCreation } from '../../../shared/records/customers/store/customers.ts'
import { presentCustomerPage } from '../../../shared/records/customers/wire/customer.ts'
import { later } from '../../factories.ts'
import { seededBytes } from '../../seeded-bytes.ts'
import {
  type Added,
  byCursor,
  type Place,
  type ShardReader,
  type SpreadName,
  type Walk,
} from './shard-reader.ts'

const mode = 'test'
const bytes = seededBytes('readers of customers')

function addCustomer({ second, number, shards }: Place): Added {
  const createdAt = later(second)
  const id = newId('customer', createdAt, bytes)
  const email = `customer${number}@example.com`
  const customer = { id, mode, email, metadata: null, createdAt, updatedAt: createdAt } as const
  return { key: id, place: id, writes: customerCreation(customer, shardOf(id, shards)) }
}

/** Pages have numbers: whoever is new moves the others on, so some of them are on the next page again. */
async function* pagesOfCustomers({ table, limit }: Walk): AsyncGenerator<string[]> {
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const { customers, total } = await pageCustomers(table(), mode, { page, limit })
    const ids = customers.map(({ id }) => id).filter((id) => !seen.has(id))
    for (const id of ids) seen.add(id)
    yield ids
    if (page * limit >= total) return
  }
}

/** A cursor is a customer, who stays where they are when others come or get their numbers. */
const afterCustomers = byCursor(async (table, { limit, cursor: after }) => {
  const place = after === undefined ? { page: 1, limit } : { after, limit }
  const { nextCursor, data } = presentCustomerPage(await pageCustomers(table, mode, place), limit)
  return { keys: data.map(({ id }) => id), next: nextCursor }
})

const whileNumbered = (pages: ShardReader['pages']): ShardReader['pages'] =>
  async function* (walk) {
    let seconds = 1000
    for await (const page of pages(walk)) {
      yield page
      seconds += 31
      const deps = { table: walk.table(), now: () => later(seconds) }
      await numberCustomers(deps, mode, { limit: 7 })
    }
  }

const ofCustomers = { order: 'newest first', showsAll: true, add: addCustomer } as const

export const readersOfCustomers = {
  recentCustomers: [{ ...ofCustomers, shows: 'recent customers', pages: pagesOfCustomers }],
  customers: [
    {
      ...ofCustomers,
      shows: 'customers who get their numbers meanwhile',
      pages: whileNumbered(pagesOfCustomers),
    },
    {
      ...ofCustomers,
      shows: 'customers by cursor, who get their numbers meanwhile',
      pages: whileNumbered(afterCustomers),
    },
  ],
} as const satisfies Partial<Record<SpreadName, readonly ShardReader[]>>
