import { randomBytes } from 'node:crypto'
import type { RandomBytes } from '../ids.ts'
import { openTable, type Table } from '../store/table.ts'
import type { Config } from './config.ts'

export type ProcessServices = { table: Table; now: () => Date; randomBytes: RandomBytes }

export function processServices(config: Config): ProcessServices {
  return { table: openTable(config('TABLE_NAME')), now: () => new Date(), randomBytes }
}
