import { removeInstanceWebhook } from '../../shared/admin/instance-webhook/remove-instance-webhook.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeInstanceWebhook)
