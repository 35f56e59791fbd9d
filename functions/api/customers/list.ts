import { presentCustomerPage } from '../../../shared/contract/customer.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { findCustomers } from '../../../shared/use-cases/find-customers.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listCustomers, deps, async ({ mode, query }) => {
  const found = await findCustomers(deps, { mode, ...query })
  return presentCustomerPage(found, query)
})
