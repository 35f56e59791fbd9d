import { addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addWallet)
