import { findCustomers } from '../../../shared/customers/find-customers.ts'
import { presentCustomerPage } from '../../../shared/customers/wire/customer.ts'
import { ServiceError } from '../../../shared/kernel/errors.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listCustomers, deps, async ({ mode, query }) => {
  const found = await findCustomers(deps, { mode, ...query })
  return refuseTooLarge(presentCustomerPage(found, query))
})

/** A function may respond with 6 MB, in which the body is a JSON string. */
const maxResponseBytes = 6_000_000

/** Pages by number have to be full, so one that is too large can't be shortened. */
function refuseTooLarge<Body>(body: Body): Body {
  if (Buffer.byteLength(JSON.stringify(JSON.stringify(body))) <= maxResponseBytes) return body
  throw new ServiceError(
    'parameter_invalid',
    'These customers have more metadata than fits into a response of 6 MB. Ask for fewer with limit.',
    { param: 'limit' },
  )
}
