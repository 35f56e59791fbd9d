import { listUnmatchedDeposits } from '../../shared/payments/ledger/list-unmatched-deposits.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listUnmatchedDeposits)
