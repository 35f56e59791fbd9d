import { removeNetwork } from '../../shared/payments/networks/remove-network.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeNetwork)
