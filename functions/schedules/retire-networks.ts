import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { retireNetworks } from '../../shared/payments/networks/retire-networks.ts'
import type { Config } from '../config.ts'
import { log } from '../log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

/** Every five minutes: removes chains that the owner took out, as soon as no session can be paid on them. */
export function serve(config: Config) {
  const deps = { table: openTable(config('TABLE_NAME')), now: () => new Date() }
  return scheduledFunction(deps.table, async (): Promise<{ removed: number }> => {
    const removed = await Promise.all(modes.map((mode) => retireNetworks(deps, mode)))
    for (const chainId of removed.flat()) log('network removed', { chainId })
    return { removed: removed.flat().length }
  })
}
