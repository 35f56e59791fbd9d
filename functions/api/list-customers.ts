import { listCustomers, runListCustomers } from '../../shared/records/customers/list-customers.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(listCustomers, runListCustomers, merchantServices(config))
}
