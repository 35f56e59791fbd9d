import { setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setUpWallet)
