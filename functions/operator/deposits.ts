import { listUnmatchedDeposits } from '../../shared/payments/ledger/list-unmatched-deposits.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListUnmatchedDeposits(config: Config) {
  return operatorFunction(listUnmatchedDeposits, operatorServices(config))
}
