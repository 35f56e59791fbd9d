import { listPayments } from '../../shared/admin/payments/list-payments.ts'
import { showPayment } from '../../shared/admin/payments/show-payment.ts'
import { totalPayments } from '../../shared/admin/payments/total-payments.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveTotalPayments(config: Config) {
  return operatorFunction(totalPayments, operatorServices(config))
}

export function serveListPayments(config: Config) {
  return operatorFunction(listPayments, operatorServices(config))
}

export function serveShowPayment(config: Config) {
  const services = operatorServices(config)
  const settings = settingsOf(config, services.table)
  return operatorFunction(showPayment, { ...services, settings })
}
