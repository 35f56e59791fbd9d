import { eraseCustomers } from '../../shared/admin/erasure/erase-customers.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { log } from '../../shared/log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Well within the timeout of the function. */
const turnMs = 180_000

/** Every five minutes for each mode: continues the erasures of customers. */
export function serve(config: Config) {
  const deps = { ...processServices(config), turnMs }
  return scheduledFunction(deps.table, async (event) => {
    const mode = scheduledMode(event)
    const { erased, left } = await eraseCustomers(deps, mode)
    for (const customerId of erased) log('customer erased', { mode, customerId })
    return { erased: erased.length, left }
  })
}
