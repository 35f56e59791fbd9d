import { deleteCustomer } from '../../shared/records/customers/delete-customer.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(deleteCustomer)
