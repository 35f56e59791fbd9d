import { noteOwnerSweeps } from '../../shared/admin/restore/note-owner-sweeps.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { requireAllRead } from '../../shared/kernel/store/unreadable-rows.ts'
import { log } from '../../shared/log/log.ts'
import { report } from '../../shared/log/report.ts'
import { nothingUnread } from '../../shared/money/sweeps/planning/unread-rows.ts'
import { loadAgenda } from '../../shared/money/sweeps/store/sweep-agenda.ts'
import { sweepChain } from '../../shared/money/sweeps/sweep-chain.ts'
import type { SweepServices } from '../../shared/money/sweeps/sweep-services.ts'
import { chainClients } from '../../shared/payments/networks/chain-clients.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { sweepServices } from '../services/sweep-services.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** A run starts nothing new after that, and its last step ends within the function's time. */
const forMs = 60_000

/**
 * Once a minute for each mode: takes sweeps further on every chain, and plans new ones every 5 minutes or when an
 * operator asks. The chains don't wait for each other. A row that can't be read fails the run after everything else.
 */
export function serve(config: Config) {
  const run = { forMs, everyMs: config('SWEEP_SECONDS') * 1000 }
  const ordinary = sweepServices(config)
  const checkPayoutWallet = atMostEvery(run.everyMs, ordinary.checkPayoutWallet)
  const noteSweeps = atMostEvery(run.everyMs, async (mode, chainId) => {
    const unread = nothingUnread()
    await noteOwnerSweeps(services, { mode, client: await client(chainId) }, unread)
    requireAllRead([...unread.failures.values()])
  })
  const services = { ...ordinary, checkPayoutWallet }
  const { clients, client, unreadNetworks } = chainClients(config, services.table)
  return scheduledFunction(services.table, async (event): Promise<{ failed: number }> => {
    const mode = scheduledMode(event)
    const chains = await clients(mode)
    if (chains.length === 0) return { failed: 0 }
    const agenda = loadAgenda(services.table, mode)
    const outcomes = await Promise.allSettled(
      chains.map(async (client) => {
        const { chainId } = client.chain
        // Before what is there is compared: what its owner has swept is not missing.
        if (await services.isWatchOnly()) await noteSweeps(mode, chainId)
        const swept = await sweepChain(services, { mode, client }, { ...run, agenda })
        if (swept && swept.planned + swept.active > 0)
          log('chain swept', { mode, chainId, ...swept })
      }),
    )
    const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    for (const failure of failures) report('chain not swept', failure)
    requireAllRead([...failures, ...(await unreadNetworks(mode))])
    return { failed: failures.length }
  })
}

type Check = SweepServices['checkPayoutWallet']

/** Limits how often a chain is checked: a check reads two items, and runs are every minute. A failed check is retried. */
function atMostEvery(everyMs: number, check: Check): Check {
  const restsUntil = new Map<string, number>()
  return async (mode, chainId) => {
    const of = `${mode}#${chainId}`
    if (Date.now() < (restsUntil.get(of) ?? 0)) return
    await check(mode, chainId)
    restsUntil.set(of, Date.now() + everyMs)
  }
}
