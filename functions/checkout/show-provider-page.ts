import { openTable } from '../../shared/kernel/store/table.ts'
import {
  runShowProviderPage,
  showProviderPage,
} from '../../shared/merchant/providers/show-provider-page.ts'
import type { Config } from '../config.ts'
import { documentFunction } from '../pipelines/document-function.ts'

export function serve(config: Config) {
  const services = { table: openTable(config('TABLE_NAME')), now: () => new Date() }
  return documentFunction(showProviderPage, runShowProviderPage, services)
}
