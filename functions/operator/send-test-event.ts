import { sendTestEvent } from '../../shared/merchant/webhooks/endpoints/send-test-event.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(sendTestEvent)
