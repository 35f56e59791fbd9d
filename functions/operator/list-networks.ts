import { listNetworks } from '../../shared/payments/networks/list-networks.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listNetworks)
