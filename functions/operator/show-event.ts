import { showEvent } from '../../shared/merchant/events/show-event.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showEvent)
