import { nodeFetch } from '../../shared/http/client/guarded-fetch.ts'
import { nodeUrlRules } from '../../shared/http/client/url-rules.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { requireAllRead, type UnreadableRow } from '../../shared/kernel/store/unreadable-rows.ts'
import { warn } from '../../shared/log/log.ts'
import { nodeUrls } from '../../shared/payments/networks/node-urls.ts'
import {
  isProbeDue,
  type ProbedNetwork,
  type ProbeServices,
  probeNetworks,
} from '../../shared/payments/networks/probe-networks.ts'
import { hasReliableNodes } from '../../shared/payments/networks/rules/node-standing.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

/**
 * Probes each node hourly, and those that aren't verified at each run. Logs everything that isn't as it should be. A
 * network that can't be read fails the run after all others were probed.
 */
export function serve(config: Config) {
  const services: ProbeServices = {
    table: openTable(config('TABLE_NAME')),
    now: () => new Date(),
    openUrl: nodeUrls(config).open,
    fetchNode: nodeFetch(nodeUrlRules(config)),
  }
  return scheduledFunction(services.table, async (): Promise<{ mismatches: number }> => {
    const isDue: Parameters<typeof probeNetworks>[2] = (_, node) => isProbeDue(node, services.now())
    const unread: UnreadableRow[] = []
    const probing = { ...services, onUnreadable: (row: UnreadableRow) => void unread.push(row) }
    const ofModes = await Promise.all(modes.map((mode) => probeNetworks(probing, mode, isDue)))
    for (const probed of ofModes.flat()) report(probed)
    const problems = ofModes.flat().flatMap(({ probed }) => probed.flatMap((node) => node.problems))
    requireAllRead(unread)
    return { mismatches: problems.length }
  })
}

function report({ network, probed }: ProbedNetwork): void {
  const { chainId, mode, status } = network
  for (const { host, problems } of probed) {
    for (const problem of problems) warn('chain mismatch', { chainId, node: host, ...problem })
  }
  // Measured by the reconciler, every minute. It says nothing of test chains without open sessions.
  if (status !== 'enabled' || hasReliableNodes(network)) return
  warn('chain nodes are not what they were', { mode, chainId })
}
