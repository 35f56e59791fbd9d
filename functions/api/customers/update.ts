import { updateCustomer } from '../../../shared/customers/update-customer.ts'
import { presentCustomer } from '../../../shared/customers/wire/customer.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(
  endpoints.updateCustomer,
  deps,
  async ({ mode, id, body }, recordReply) => {
    const outcome = await updateCustomer(
      deps,
      { mode, id, ...body },
      { extraWrites: (customer) => recordReply(presentCustomer(customer)) },
    )
    return 'customer' in outcome ? presentCustomer(outcome.customer) : outcome
  },
)
