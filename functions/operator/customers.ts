import { eraseIdleCustomers } from '../../shared/admin/erasure/erase-idle-customers.ts'
import { findCustomers } from '../../shared/admin/payments/find-customers.ts'
import { listCustomerPayments } from '../../shared/admin/payments/list-customer-payments.ts'
import { changeCustomer } from '../../shared/records/customers/change-customer.ts'
import { eraseCustomer } from '../../shared/records/customers/erase-customer.ts'
import { showCustomer } from '../../shared/records/customers/show-customer.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveFindCustomers(config: Config) {
  return operatorFunction(findCustomers, operatorServices(config))
}

export function serveShowCustomer(config: Config) {
  return operatorFunction(showCustomer, operatorServices(config))
}

export function serveChangeCustomer(config: Config) {
  return operatorFunction(changeCustomer, operatorServices(config))
}

export function serveListCustomerPayments(config: Config) {
  return operatorFunction(listCustomerPayments, operatorServices(config))
}

export function serveEraseCustomer(config: Config) {
  return operatorFunction(eraseCustomer, operatorServices(config))
}

export function serveEraseIdleCustomers(config: Config) {
  return operatorFunction(eraseIdleCustomers, operatorServices(config))
}
