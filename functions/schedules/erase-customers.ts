import { eraseCustomers } from '../../shared/admin/erasure/erase-customers.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { log } from '../log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Well within the timeout of the function. */
const turnMs = 180_000

/** Every five minutes for each mode: continues the erasures of customers. */
export function serve(config: Config) {
  const deps = { table: openTable(config('TABLE_NAME')), now: () => new Date(), turnMs }
  return scheduledFunction(deps.table, async (event) => {
    const mode = scheduledMode(event)
    const { erased, left } = await eraseCustomers(deps, mode)
    for (const customerId of erased) log('customer erased', { mode, customerId })
    return { erased: erased.length, left }
  })
}
