import { presentCustomer } from '../../../shared/contract/customer.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { updateCustomer } from '../../../shared/use-cases/update-customer.ts'
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
