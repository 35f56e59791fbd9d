import { showEvent } from '../../shared/merchant/events/get-event.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showEvent)
