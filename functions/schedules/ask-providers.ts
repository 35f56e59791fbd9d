import { askOpenOrders } from '../../shared/merchant/providers/ask-open-orders.ts'
import type { Config } from '../config.ts'
import { log } from '../log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { reportServices } from '../services/provider-services.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Runs once a minute per mode: asks hosted providers about orders that no callback has decided. */
export function serve(config: Config) {
  const services = reportServices(config)
  return scheduledFunction(services.table, async (event): Promise<{ asked: number }> => {
    const mode = scheduledMode(event)
    const asked = await askOpenOrders(services, mode)
    if (asked > 0) log('providers asked', { mode, count: asked })
    return { asked }
  })
}
