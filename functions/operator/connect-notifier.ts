import { connectNotifier } from '../../shared/merchant/notifiers/connect-notifier.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(connectNotifier)
