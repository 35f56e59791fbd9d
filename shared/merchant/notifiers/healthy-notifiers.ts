import { keptBriefly } from '../../kernel/kept-briefly.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { report } from '../../log/report.ts'
import { isHealthy } from './rules/notifier-health.ts'
import { listHealth } from './store/notifier-health.ts'

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
