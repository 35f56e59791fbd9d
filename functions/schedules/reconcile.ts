import { type ChainReach, reconcile } from '../../shared/use-cases/reconcile.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { log } from '../log/log.ts'

const deps = movingSessions()

const news: Record<ChainReach, string> = {
  agreed: 'chain reached',
  seen: 'chain nodes do not agree',
  silent: 'chain not reached',
}

/** Once a minute: every open address. What failed is reported and comes round again with the next minute. */
export const handler = workerHandler(async (): Promise<{ open: number; scanned: number }> => {
  const startedAt = deps.now()
  const { failures, reached, ...counts } = await reconcile(deps)
  for (const failure of failures) report('reconcile', failure)
  for (const [chainId, reach] of reached) {
    log(news[reach], { chainId }, { ChainReached: reach === 'agreed' ? 1 : 0 })
  }
  const ReconcileSeconds = (deps.now().getTime() - startedAt.getTime()) / 1000
  log('reconciled', { ...counts, failed: failures.length }, { ReconcileSeconds })
  return counts
})
