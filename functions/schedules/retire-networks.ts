import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { log } from '../../shared/log/log.ts'
import { retireNetworks } from '../../shared/payments/networks/retire-networks.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

/** Every five minutes: removes chains that the owner took out, as soon as no session can be paid on them. */
export function serve(config: Config) {
  const deps = processServices(config)
  return scheduledFunction(deps.table, async (): Promise<{ removed: number }> => {
    const removed = await Promise.all(modes.map((mode) => retireNetworks(deps, mode)))
    for (const chainId of removed.flat()) log('network removed', { chainId })
    return { removed: removed.flat().length }
  })
}
