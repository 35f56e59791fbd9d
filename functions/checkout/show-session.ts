import { runShowSession, showSession } from '../../shared/merchant/checkout/show-session.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { pageServices } from '../services/page-services.ts'

export function serve(config: Config) {
  return pageFunction(showSession, runShowSession, pageServices(config))
}
