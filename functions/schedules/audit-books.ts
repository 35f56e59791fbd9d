import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { requireAllRead } from '../../shared/kernel/store/unreadable-rows.ts'
import { log } from '../../shared/log/log.ts'
import { report } from '../../shared/log/report.ts'
import { type AuditChainServices, auditChain } from '../../shared/money/books/audit-chain.ts'
import { booksDiffer } from '../../shared/money/books/book-log.ts'
import { loadBookOrder, loadRounds } from '../../shared/money/books/store/book-rounds.ts'
import { chainClients } from '../../shared/payments/networks/chain-clients.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { scheduledMode } from './scheduled-mode.ts'

/** A run starts no page after `pagesMs`, and reads no more addresses after `readsMs`. */
const [pagesMs, readsMs] = [90_000, 150_000]

/**
 * Every five minutes for each mode: compares the books with every chain, once a day and when an operator asks. The
 * chains don't wait for each other. A row that can't be read fails the run after everything else.
 */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const { clients, unreadNetworks } = chainClients(config, table)
  const ask = askWithin({ silenceMs: 10_000, totalMs: 60_000 })
  return scheduledFunction(table, async (event): Promise<{ failed: number }> => {
    const mode = scheduledMode(event)
    const [chains, rounds, order] = await Promise.all([
      clients(mode),
      loadRounds(table, mode),
      loadBookOrder(table, mode),
    ])
    const startedMs = performance.now()
    const isAfter = (ms: number) => performance.now() - startedMs >= ms
    const failedAlone: Error[] = []
    const services: AuditChainServices = {
      table,
      ask,
      now: () => new Date(),
      onFailure: (error) => void failedAlone.push(error),
      isLate: () => isAfter(readsMs),
      onFinding: (finding) => booksDiffer(mode, finding),
    }
    const outcomes = await Promise.allSettled(
      chains.map(async (client) => {
        const { chainId } = client.chain
        const known = rounds.find((one) => one.chainId === chainId)
        const run = { rounds: known, order, isOver: () => isAfter(pagesMs) }
        const { audited } = await auditChain(services, { mode, client }, run)
        if (audited > 0) log('books compared', { mode, chainId, count: audited })
      }),
    )
    const rejected = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    const failures = [...rejected, ...failedAlone]
    for (const failure of failures) report('books not compared', failure)
    requireAllRead([...failures, ...(await unreadNetworks(mode))])
    return { failed: failures.length }
  })
}
