import { setPayoutWallet } from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setPayoutWallet)
