import { findEvents, runFindEvents } from '../../shared/merchant/events/find-events.ts'
import { runShowEvent, showEvent } from '../../shared/merchant/events/show-event.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveFindEvents(config: Config) {
  return operatorFunction(findEvents, runFindEvents, operatorServices(config))
}

export function serveShowEvent(config: Config) {
  return operatorFunction(showEvent, runShowEvent, operatorServices(config))
}
