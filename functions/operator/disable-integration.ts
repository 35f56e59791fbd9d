import { disableIntegration } from '../../shared/merchant/providers/change-integration.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(disableIntegration)
