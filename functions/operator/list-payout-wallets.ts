import { showPayoutWallets } from '../../shared/money/payout-wallets/list-payout-wallets.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showPayoutWallets)
