import { listCustomers } from '../../shared/records/customers/list-customers.ts'
import { serveMerchant } from '../pipelines/merchant-function.ts'

export const serve = serveMerchant(listCustomers)
