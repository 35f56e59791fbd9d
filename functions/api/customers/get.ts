import { loadCustomer } from '../../../shared/customers/store/customers.ts'
import { presentCustomer } from '../../../shared/customers/wire/customer.ts'
import { resourceNotFound } from '../../../shared/kernel/errors.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getCustomer, deps, async ({ mode, id }) => {
  const customer = await loadCustomer(deps.table, mode, id)
  if (!customer) throw resourceNotFound('customer', id)
  return presentCustomer(customer)
})
