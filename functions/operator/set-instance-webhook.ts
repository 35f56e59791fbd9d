import { setInstanceWebhook } from '../../shared/admin/instance-webhook/set-instance-webhook.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setInstanceWebhook)
