import { runShowPlainPage, showPlainPage } from '../../shared/merchant/checkout/show-plain-page.ts'
import type { Config } from '../config.ts'
import { documentFunction } from '../pipelines/document-function.ts'
import { pageServices } from '../services/page-services.ts'

export function serve(config: Config) {
  return documentFunction(showPlainPage, runShowPlainPage, pageServices(config))
}
