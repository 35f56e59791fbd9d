import { listPayments, runListPayments } from '../../shared/checkout-sessions/list-payments.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListPayments(config: Config) {
  return operatorFunction(listPayments, runListPayments, operatorServices(config))
}
