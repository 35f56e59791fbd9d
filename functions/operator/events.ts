import { findEvents } from '../../shared/merchant/events/find-events.ts'
import { showEvent } from '../../shared/merchant/events/show-event.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveFindEvents(config: Config) {
  return operatorFunction(findEvents, operatorServices(config))
}

export function serveShowEvent(config: Config) {
  return operatorFunction(showEvent, operatorServices(config))
}
