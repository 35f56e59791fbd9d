import {
  deleteCustomer,
  runDeleteCustomer,
} from '../../shared/records/customers/delete-customer.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(deleteCustomer, runDeleteCustomer, merchantServices(config))
}
