import { presentCustomer } from '../../../shared/contract/customer.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { resourceNotFound } from '../../../shared/domain/errors.ts'
import { loadCustomer } from '../../../shared/store/customers.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getCustomer, deps, async ({ mode, id }) => {
  const customer = await loadCustomer(deps.table, mode, id)
  if (!customer) throw resourceNotFound('customer', id)
  return presentCustomer(customer)
})
