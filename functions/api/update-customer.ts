import { updateCustomer } from '../../shared/records/customers/update-customer.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(updateCustomer)
