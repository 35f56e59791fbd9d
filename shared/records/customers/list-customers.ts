import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { countParameter, cursorQuery } from '../../kernel/wire/cursor-list.ts'
import { merchantOperation } from '../settings/merchant-operation.ts'
import type { CustomerPage } from './rules/customer-page.ts'
import { type CustomerPlace, pageCustomers } from './store/customer-list.ts'
import { findCustomerId, loadCustomer } from './store/customers.ts'
import { type CustomerPageBody, customerPage, presentCustomerPage } from './wire/customer.ts'

/** Far above any real number of pages, and still exact when multiplied by a limit. */
const maxPage = 999_999_999

export const listCustomers = merchantOperation({
  name: 'list-customers',
  route: 'GET /api/v1/customers',
  scope: 'customers:read',
  input: {
    ...noInput,
    query: cursorQuery('customer').extend({
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
      'Newest first, by cursor as other lists, or by page. A customer who comes between two requests moves others to the next page, but not beyond a cursor. With `email`, only the customer with that email, in any letter case.',
  },
  async run({ table }: { table: Table }, { mode, query }) {
    const { starting_after: after, page, limit, email } = query
    if (after !== undefined && page !== 1) throw twoPlaces()
    const place = after === undefined ? { page, limit } : { after, limit }
    const found =
      email === undefined
        ? await pageCustomers(table, mode, place)
        : await findByEmail(table, mode, { ...place, email })
    return { result: refuseTooLarge(presentCustomerPage(found, limit)) }
  },
})

function twoPlaces(): ServiceError {
  const message = 'page and starting_after can’t be combined. Continue with one of them.'
  return new ServiceError('parameter_invalid', message, { param: 'page' })
}

async function findByEmail(
  table: Table,
  mode: Mode,
  { email, ...place }: CustomerPlace & { email: string },
): Promise<CustomerPage> {
  const id = await findCustomerId(table, mode, email)
  const customer = id ? await loadCustomer(table, mode, id) : undefined
  const start =
    'after' in place
      ? Number(customer !== undefined && customer.id >= place.after)
      : (place.page - 1) * place.limit
  if (!customer) return { customers: [], total: 0, start }
  return { customers: start === 0 ? [customer] : [], total: 1, start }
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
