import {
  eraseIdleCustomers,
  runEraseIdleCustomers,
} from '../../shared/admin/erasure/erase-idle-customers.ts'
import { findCustomers, runFindCustomers } from '../../shared/admin/payments/find-customers.ts'
import {
  listCustomerPayments,
  runListCustomerPayments,
} from '../../shared/admin/payments/list-customer-payments.ts'
import {
  changeCustomer,
  runChangeCustomer,
} from '../../shared/records/customers/change-customer.ts'
import { eraseCustomer, runEraseCustomer } from '../../shared/records/customers/erase-customer.ts'
import { runShowCustomer, showCustomer } from '../../shared/records/customers/show-customer.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveFindCustomers(config: Config) {
  return operatorFunction(findCustomers, runFindCustomers, operatorServices(config))
}

export function serveShowCustomer(config: Config) {
  return operatorFunction(showCustomer, runShowCustomer, operatorServices(config))
}

export function serveChangeCustomer(config: Config) {
  return operatorFunction(changeCustomer, runChangeCustomer, operatorServices(config))
}

export function serveListCustomerPayments(config: Config) {
  return operatorFunction(listCustomerPayments, runListCustomerPayments, operatorServices(config))
}

export function serveEraseCustomer(config: Config) {
  return operatorFunction(eraseCustomer, runEraseCustomer, operatorServices(config))
}

export function serveEraseIdleCustomers(config: Config) {
  return operatorFunction(eraseIdleCustomers, runEraseIdleCustomers, operatorServices(config))
}
