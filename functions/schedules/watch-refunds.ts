import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { requireAllRead } from '../../shared/kernel/store/unreadable-rows.ts'
import { log } from '../../shared/log/log.ts'
import { report } from '../../shared/log/report.ts'
import { findSentRefunds } from '../../shared/money/refunds/find-sent-refunds.ts'
import { refundServices } from '../../shared/money/refunds/refund-services.ts'
import { chainClients } from '../../shared/payments/networks/chain-clients.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** Once a minute for each mode: finds on the chains what was sent for refunds. */
export function serve(config: Config) {
  const services = refundServices(config, processServices(config))
  const { clients, unreadNetworks } = chainClients(config, services.table)
  const reading = {
    ask: askWithin({ silenceMs: 5_000, totalMs: 15_000 }),
    chains: clients,
    mostBlocks: 5_000n,
    onFailure: (error: unknown) => report('refunds not searched', error),
  }
  return scheduledFunction(services.table, async (event): Promise<{ changed: number }> => {
    const mode = scheduledMode(event)
    const { changed, unread } = await findSentRefunds({ ...services, ...reading }, mode)
    if (changed > 0) log('refunds changed', { mode, count: changed })
    requireAllRead([...unread, ...(await unreadNetworks(mode))])
    return { changed }
  })
}
