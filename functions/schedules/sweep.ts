import { sweepChain } from '../../shared/sweeps/sweep-chain.ts'
import type { Config } from '../config.ts'
import { log } from '../log/log.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import { chainClients } from '../services/chain-clients.ts'
import { report } from '../services/log-error.ts'
import { sweepServices } from '../services/sweep-services.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** A run starts nothing new after that, and its last step ends within the function's time. */
const forMs = 60_000

/**
 * Once a minute for each mode: takes sweeps further on every chain, and plans new ones every 5 minutes or when an
 * operator asks. The chains don't wait for each other.
 */
export function serve(config: Config) {
  const services = sweepServices(config)
  const { clients } = chainClients(config, services.table)
  const run = { forMs, everyMs: config('SWEEP_SECONDS') * 1000 }
  return workerFunction(async (event: unknown): Promise<{ failed: number }> => {
    const mode = scheduledMode(event)
    const chains = await clients(mode)
    const outcomes = await Promise.allSettled(
      chains.map(async (client) => {
        const { chainId } = client.chain
        const swept = await sweepChain(services, { mode, client }, run)
        if (swept && swept.planned + swept.active > 0)
          log('chain swept', { mode, chainId, ...swept })
      }),
    )
    const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    for (const failure of failures) report('chain not swept', failure)
    return { failed: failures.length }
  })
}
