import { findEvents } from '../../shared/merchant/events/list-events.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(findEvents)
