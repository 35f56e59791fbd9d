import { listIntegrations } from '../../shared/merchant/providers/list-integrations.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listIntegrations)
