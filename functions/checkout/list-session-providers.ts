import { openTable } from '../../shared/kernel/store/table.ts'
import {
  listSessionProviders,
  runListSessionProviders,
} from '../../shared/providers/list-session-providers.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'

export function serve(config: Config) {
  const services = { table: openTable(config('TABLE_NAME')), now: () => new Date() }
  return pageFunction(listSessionProviders, runListSessionProviders, services)
}
