import { openTable } from '../../shared/kernel/store/table.ts'
import { runShowLink, showLink } from '../../shared/payment-links/show-link.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'

export function serve(config: Config) {
  const services = { table: openTable(config('TABLE_NAME')), now: () => new Date() }
  return pageFunction(showLink, runShowLink, services)
}
