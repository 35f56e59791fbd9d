import { enabledChains } from '../deps/enabled-chains.ts'
import { probeEnabledChains } from '../deps/probe-enabled-chains.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { warn } from '../log/log.ts'

const chains = enabledChains()

/** When the service starts, and once an hour: a line for everything that the registry says and a node does not confirm. */
export const handler = workerHandler(async (): Promise<{ mismatches: number }> => {
  let mismatches = 0
  for (const { chainId, nodes } of await probeEnabledChains(chains)) {
    for (const { host, mismatches: found } of nodes) {
      for (const mismatch of found) warn('chain mismatch', { chainId, node: host, ...mismatch })
      mismatches += found.length
    }
  }
  return { mismatches }
})
