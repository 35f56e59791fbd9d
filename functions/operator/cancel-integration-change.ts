import { cancelIntegrationChange } from '../../shared/merchant/providers/change-integration.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(cancelIntegrationChange)
