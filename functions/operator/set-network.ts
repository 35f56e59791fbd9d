import { setNetwork } from '../../shared/payments/networks/set-network.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setNetwork)
