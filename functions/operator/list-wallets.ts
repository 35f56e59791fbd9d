import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listWallets)
