import { checkHealth } from '../../shared/admin/health/check-health.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(checkHealth)
