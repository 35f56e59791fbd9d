import { findEvents } from '../../shared/merchant/events/find-events.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(findEvents)
