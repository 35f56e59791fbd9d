import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { warn } from '../log/log.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import { probeNetworks } from '../services/probe-networks.ts'

/** Runs at startup and hourly: logs every registry fact that a node doesn't confirm. */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  return workerFunction(async (): Promise<{ mismatches: number }> => {
    let mismatches = 0
    for (const { chainId, nodes } of await probeNetworks(config, { table })) {
      for (const { host, mismatches: found } of nodes) {
        for (const mismatch of found) warn('chain mismatch', { chainId, node: host, ...mismatch })
        mismatches += found.length
      }
    }
    return { mismatches }
  })
}
