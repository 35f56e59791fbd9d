import * as z from 'zod'
import { ServiceError } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { spreadPages } from '../../../kernel/store/query-shards.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Customer } from '../rules/customer.ts'
import {
  type CustomerPage,
  type CustomerPlaces,
  customerPlaces,
  placeAfter,
} from '../rules/customer-page.ts'
import { numberKey } from './customer-numbers.ts'
import { customerCodec } from './customers.ts'
import { customerKeys } from './keys.ts'
import { loadRecentCustomers } from './recent-customers.ts'

const customers = z.lazy(() => z.array(customerCodec))

/** Page 1, 2, 3 …, or those after a customer. */
export type CustomerPlace = { limit: number } & ({ page: number } | { after: string })

/**
 * A page of the customers of a mode, newest first. Makes two round trips, however many customers there are: the recent
 * ones, then those on the page. The total is exact; numbered customers are eventually consistent. Throws
 * `invalid_cursor`.
 */
export async function pageCustomers(
  table: Table,
  mode: Mode,
  place: CustomerPlace,
): Promise<CustomerPage> {
  const { limit } = place
  const [recent, number] = await Promise.all([
    loadRecentCustomers(table, mode),
    'after' in place ? numberOf(table, mode, place.after) : null,
  ])
  const start =
    'after' in place ? placeAfter(recent, { id: place.after, number }) : (place.page - 1) * limit
  if (start === undefined) throw noSuchCustomer()
  const { total, recentIds, numbered } = customerPlaces(recent, { start, limit })
  const [first, rest] = await Promise.all([
    customersById(table, mode, recentIds),
    numbered ? customersByNumber(table, mode, numbered) : [],
  ])
  return { customers: [...first, ...rest], total, start }
}

const listedCustomer = z.lazy(() => z.object({ listSk: z.string().optional() }))

async function numberOf(table: Table, mode: Mode, id: string): Promise<number | null> {
  const item = await readItem(table, customerKeys.customer(mode, id), listedCustomer)
  return item?.listSk === undefined ? null : Number(item.listSk)
}

function noSuchCustomer(): ServiceError {
  const message = 'starting_after must be the nextCursor of an earlier page of this list.'
  return new ServiceError('invalid_cursor', message, { param: 'starting_after' })
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

/** The customers with numbers from `first` down to `last`. Eventually consistent. */
export async function customersByNumber(
  table: Table,
  mode: Mode,
  { first, last }: NonNullable<CustomerPlaces['numbered']>,
): Promise<Customer[]> {
  const partition = indexKeys.customers(mode)
  const range = { from: numberKey(last), to: numberKey(first) }
  const query = { index: 'list', partition, range, newestFirst: true } as const
  return (await Array.fromAsync(spreadPages(table, query, customerCodec))).flat()
}
