import { openTable } from '../../shared/kernel/store/table.ts'
import { runShowLogo, showLogo } from '../../shared/records/settings/show-logo.ts'
import type { Config } from '../config.ts'
import { documentFunction } from '../pipelines/document-function.ts'

export function serve(config: Config) {
  const services = { table: openTable(config('TABLE_NAME')), now: () => new Date() }
  return documentFunction(showLogo, runShowLogo, services)
}
