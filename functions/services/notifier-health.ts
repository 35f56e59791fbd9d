import type { Mode } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { isHealthy } from '../../shared/merchant/notifiers/rules/notifier-health.ts'
import { listHealth } from '../../shared/merchant/notifiers/store/notifier-health.ts'
import { keptBriefly } from './kept-briefly.ts'
import { report } from './log-error.ts'

const freshMs = 30_000

/** Whether a healthy notifier watches a chain, read from the table at most every 30 seconds. */
export function notifierHealth(table: Table): (mode: Mode, chainId: number) => Promise<boolean> {
  const read = async (mode: Mode) => {
    const health = await listHealth(table, mode)
    return new Set(health.filter(isHealthy).map(({ chainId }) => chainId))
  }
  const onFailure = (error: unknown) => report('notifier health not read', error)
  const healthyChains = keptBriefly(read, { freshMs, onFailure })
  return async (mode, chainId) => (await healthyChains(mode)).has(chainId)
}
