import { repairNotifier } from '../../shared/merchant/notifiers/change-notifier.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(repairNotifier)
