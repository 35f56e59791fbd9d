import { verifyIntegration } from '../../shared/merchant/providers/verify-integration.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(verifyIntegration)
