import { showInstanceWebhook } from '../../shared/admin/instance-webhook/show-instance-webhook.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showInstanceWebhook)
