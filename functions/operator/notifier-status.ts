import { notifierStatus } from '../../shared/merchant/notifiers/notifier-status.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(notifierStatus)
