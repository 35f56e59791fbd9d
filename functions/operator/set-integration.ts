import { setIntegration } from '../../shared/merchant/providers/set-integration.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setIntegration)
