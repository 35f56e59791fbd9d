import { mintSetupToken } from '../../shared/admin/setup/mint-setup-token.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(mintSetupToken)
