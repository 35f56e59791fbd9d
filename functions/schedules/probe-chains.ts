import type { Config } from '../config.ts'
import { warn } from '../log/log.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import { probeEnabledChains } from '../services/probe-enabled-chains.ts'

/** Runs at startup and hourly: logs every registry fact that a node doesn't confirm. */
export function serve(config: Config) {
  return workerFunction(async (): Promise<{ mismatches: number }> => {
    let mismatches = 0
    for (const { chainId, nodes } of await probeEnabledChains(config)) {
      for (const { host, mismatches: found } of nodes) {
        for (const mismatch of found) warn('chain mismatch', { chainId, node: host, ...mismatch })
        mismatches += found.length
      }
    }
    return { mismatches }
  })
}
