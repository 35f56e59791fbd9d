import { cancelPayoutWallet } from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(cancelPayoutWallet)
