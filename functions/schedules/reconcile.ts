import { askUnlessSlow } from '../../shared/chain/ask-unless-slow.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { shardCount } from '../../shared/kernel/store/shard-count.ts'
import { lateOpenScans, lateWork } from '../../shared/ledger/late-work.ts'
import { type ChainReach, reconcile } from '../../shared/ledger/reconcile.ts'
import type { Config } from '../config.ts'
import { log, warn } from '../log/log.ts'
import { logOverdue } from '../log/log-overdue.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import type { ChainClients } from '../services/chain-clients.ts'
import { invokingItself } from '../services/invoke-itself.ts'
import { report } from '../services/log-error.ts'
import { scanServices } from '../services/scan-services.ts'
import { scheduledShard } from './scheduled-mode.ts'

// A run starts nothing new after 30 seconds, so it ends before the next one starts.
const patience = { silenceMs: 10_000, totalMs: 20_000 }

const messages: Record<Exclude<ChainReach, 'agreed'>, string> = {
  seen: 'chain nodes do not agree',
  silent: 'chain not reached',
}

/**
 * Scans every open address, once a minute per mode. Each shard has an invocation of its own, which the scheduled one
 * starts; that scans the first. Failures are logged, and scanned again the next minute.
 */
export function serve(config: Config) {
  // A chain that hangs is waited for once per run.
  const { ask } = askUnlessSlow({ patience, cooldownMs: 40_000, now: () => new Date() })
  const services = scanServices(config, { ask })
  const invokeItself = invokingItself(config)
  /** Starts the other shards of a scheduled run. One that can't be started waits for the next minute. */
  const divided = async (event: unknown) => {
    const run = scheduledShard(event)
    if (run.shard !== undefined) return run
    const count = await shardCount(services.table, run.mode)
    const others = Array.from({ length: count - 1 }, (_, n) => ({ mode: run.mode, shard: n + 1 }))
    const started = await Promise.allSettled(others.map(invokeItself))
    for (const each of started) if (each.status === 'rejected') report('reconcile', each.reason)
    return run
  }
  return workerFunction(async (event: unknown): Promise<{ open: number; scanned: number }> => {
    const { mode, shard = 0 } = await divided(event)
    const startedAt = services.now()
    const { failures, reached, oldestDueSeconds, ...counts } = await reconcile(services, {
      mode,
      shard,
    })
    for (const failure of failures) report('reconcile', failure)
    const problems = await Promise.all([...reached].map((one) => problemOf(services, one)))
    for (const { chainId, message } of problems.flat()) warn(message, { mode, chainId })
    const seconds = (services.now().getTime() - startedAt.getTime()) / 1000
    const facts = { mode, ...(shard && { shard }), ...counts, failed: failures.length, seconds }
    // Only live mode has customers, and each metric costs money.
    const isMeasured = mode === 'live' && reached.size > 0
    log('reconciled', facts, isMeasured ? { ChainsUnreached: problems.flat().length } : {})
    if (mode === 'live') await logLateWork(services, { mode, shard, oldestDueSeconds })
    return { open: counts.open, scanned: counts.scanned }
  })
}

type Due = { mode: Mode; shard: number; oldestDueSeconds: number }

/** The only run whose absence is noticed checks what else is late, so that nothing stops in silence. */
async function logLateWork(
  { table, chains, now }: ReturnType<typeof scanServices>,
  { mode, shard, oldestDueSeconds }: Due,
): Promise<void> {
  const chainIds = async () => (await chains(mode)).map(({ chain }) => chain.chainId)
  const late =
    shard > 0
      ? [lateOpenScans(oldestDueSeconds)]
      : await lateWork(table, { mode, now: now(), oldestDueSeconds, chainIds })
  for (const one of late) logOverdue({ mode, ...one })
}

/** Why payments on a chain can't be decided, or may soon not be; nothing if they can. */
async function problemOf(
  { hasReliableNodes }: Pick<ChainClients, 'hasReliableNodes'>,
  [chainId, reach]: readonly [number, ChainReach],
): Promise<{ chainId: number; message: string }[]> {
  if (reach !== 'agreed') return [{ chainId, message: messages[reach] }]
  const isReliable = await hasReliableNodes(chainId)
  return isReliable ? [] : [{ chainId, message: 'chain nodes are not what they were' }]
}
