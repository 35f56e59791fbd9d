import { getCustomer } from '../../shared/records/customers/get-customer.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(getCustomer)
