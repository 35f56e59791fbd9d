import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { spreadPages } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Customer } from '../rules/customer.ts'
import { type CustomerPage, type CustomerPlaces, customerPlaces } from '../rules/customer-page.ts'
import { numberKey } from './customer-numbers.ts'
import { customerCodec } from './customers.ts'
import { customerKeys } from './keys.ts'
import { loadRecentCustomers } from './recent-customers.ts'

const customers = z.lazy(() => z.array(customerCodec))

/**
 * Page 1, 2, 3 … of the customers of a mode, newest first. Makes two round trips, however many customers there are: the
 * recent ones, then those on the page. The total is exact; numbered customers are eventually consistent.
 */
export async function pageCustomers(
  table: Table,
  mode: Mode,
  place: { page: number; limit: number },
): Promise<CustomerPage> {
  const recent = await loadRecentCustomers(table, mode)
  const { total, recentIds, numbered } = customerPlaces(recent, place)
  const [first, rest] = await Promise.all([
    customersById(table, mode, recentIds),
    numbered ? customersByNumber(table, mode, numbered) : [],
  ])
  return { customers: [...first, ...rest], total }
}

async function customersById(
  table: Table,
  mode: Mode,
  ids: readonly string[],
): Promise<Customer[]> {
  const wanted = ids.map((id) => customerKeys.customer(mode, id))
  const found = customers.parse(await getItems(table, wanted, { consistent: true }))
  const byId = new Map(found.map((customer) => [customer.id, customer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function customersByNumber(
  table: Table,
  mode: Mode,
  { first, last }: NonNullable<CustomerPlaces['numbered']>,
): Promise<Customer[]> {
  const partition = indexKeys.customers(mode)
  const range = { from: numberKey(last), to: numberKey(first) }
  const query = { index: 'list', partition, range, newestFirst: true } as const
  return (await Array.fromAsync(spreadPages(table, query, customerCodec))).flat()
}
