import { openTable } from '../../shared/kernel/store/table.ts'
import {
  runShowEmbeddedPage,
  showEmbeddedPage,
} from '../../shared/merchant/checkout/show-embedded-page.ts'
import type { Config } from '../config.ts'
import { documentFunction } from '../pipelines/document-function.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const services = { table, now: () => new Date(), settings: settingsOf(config, table) }
  return documentFunction(showEmbeddedPage, runShowEmbeddedPage, services)
}
