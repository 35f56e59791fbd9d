import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { countParameter, limit } from '../../kernel/wire/cursor-list.ts'
import type { CustomerPage } from './rules/customer-page.ts'
import { pageCustomers } from './store/customer-list.ts'
import { findCustomerId, loadCustomer } from './store/customers.ts'
import { type CustomerPageBody, customerPage, presentCustomerPage } from './wire/customer.ts'

/** Far above any real number of pages, and still exact when multiplied by a limit. */
const maxPage = 999_999_999

export const listCustomers = operation({
  name: 'list-customers',
  route: 'GET /api/v1/customers',
  caller: merchant('customers:read'),
  input: {
    ...noInput,
    query: z.strictObject({
      limit,
      page: countParameter(maxPage, 1),
      email: z.string().min(1).max(254).optional(),
    }),
  },
  output: ok(customerPage),
  touches: { table: 'read' },
  // Numbered pages take two reads in a row; the first begins while the request is being counted.
  readsEarly: true,
  docs: {
    tag: 'Customers',
    summary: 'List customers',
    description:
      'Newest first, by page. With `email`, only the customer with that email, in any letter case.',
  },
})

export async function runListCustomers(
  { table }: { table: Table },
  { mode, query }: Pick<RequestOf<typeof listCustomers>, 'mode' | 'query'>,
): Promise<Decision<CustomerPageBody>> {
  const found = await findCustomers(table, { mode, ...query })
  return { result: refuseTooLarge(presentCustomerPage(found, query)) }
}

type Wanted = { mode: Mode; page: number; limit: number; email?: string | undefined }

async function findCustomers(
  table: Table,
  { mode, email, ...place }: Wanted,
): Promise<CustomerPage> {
  if (email === undefined) return pageCustomers(table, mode, place)
  const id = await findCustomerId(table, mode, email)
  const customer = id && (await loadCustomer(table, mode, id))
  if (!customer) return { customers: [], total: 0 }
  return { customers: place.page === 1 ? [customer] : [], total: 1 }
}

/** A function's response is limited to 6 MB, in which the body is a JSON string. */
const maxResponseBytes = 6_000_000

/** Numbered pages have to be full, so a page that is too large can't be shortened. */
function refuseTooLarge(body: CustomerPageBody): CustomerPageBody {
  if (Buffer.byteLength(JSON.stringify(JSON.stringify(body))) <= maxResponseBytes) return body
  throw new ServiceError(
    'parameter_invalid',
    'These customers have more metadata than fits into a response of 6 MB. Ask for fewer with limit.',
    { param: 'limit' },
  )
}
