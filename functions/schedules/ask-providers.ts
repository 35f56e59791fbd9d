import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { log } from '../../shared/log/log.ts'
import { askOpenOrders } from '../../shared/merchant/providers/ask-open-orders.ts'
import { reportServices } from '../../shared/merchant/providers/provider-services.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Runs once a minute per mode: asks hosted providers about orders that no callback has decided. */
export function serve(config: Config) {
  const services = reportServices(config, processServices(config))
  return scheduledFunction(services.table, async (event): Promise<{ asked: number }> => {
    const mode = scheduledMode(event)
    const asked = await askOpenOrders(services, mode)
    if (asked > 0) log('providers asked', { mode, count: asked })
    return { asked }
  })
}
