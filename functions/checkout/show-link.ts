import { openTable } from '../../shared/kernel/store/table.ts'
import { runShowLink, showLink } from '../../shared/records/payment-links/show-link.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const services = { table, now: () => new Date(), settings: settingsOf(config, table) }
  return pageFunction(showLink, runShowLink, services)
}
