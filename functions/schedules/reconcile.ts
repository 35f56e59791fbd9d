import { askUnlessSlow } from '../../shared/chain/ask-unless-slow.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { overdueClosedScans } from '../../shared/ledger/overdue-closed-scans.ts'
import { type ChainReach, reconcile } from '../../shared/ledger/reconcile.ts'
import { oldestUnsentSeconds } from '../../shared/webhooks/oldest-unsent.ts'
import type { Config } from '../config.ts'
import { log, warn } from '../log/log.ts'
import { logOverdue } from '../log/log-overdue.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import type { ChainClients } from '../services/chain-clients.ts'
import { report } from '../services/log-error.ts'
import { scanServices } from '../services/scan-services.ts'
import { scheduledMode } from './scheduled-mode.ts'

// A run starts nothing new after 30 seconds, so it ends before the next one starts.
const patience = { silenceMs: 10_000, totalMs: 20_000 }

const messages: Record<Exclude<ChainReach, 'agreed'>, string> = {
  seen: 'chain nodes do not agree',
  silent: 'chain not reached',
}

/** Scans every open address, once a minute per mode. Failures are logged, and scanned again the next minute. */
export function serve(config: Config) {
  // A chain that hangs is waited for once per run.
  const { ask } = askUnlessSlow({ patience, cooldownMs: 40_000, now: () => new Date() })
  const services = scanServices(config, { ask })
  return workerFunction(async (event: unknown): Promise<{ open: number; scanned: number }> => {
    const mode = scheduledMode(event)
    const startedAt = services.now()
    const { failures, reached, oldestDueSeconds, ...counts } = await reconcile(services, { mode })
    for (const failure of failures) report('reconcile', failure)
    const problems = await Promise.all([...reached].map((one) => problemOf(services, one)))
    for (const { chainId, message } of problems.flat()) warn(message, { mode, chainId })
    const seconds = (services.now().getTime() - startedAt.getTime()) / 1000
    const facts = { mode, ...counts, failed: failures.length, seconds }
    // Only live mode has customers, and each metric costs money.
    const isMeasured = mode === 'live' && reached.size > 0
    log('reconciled', facts, isMeasured ? { ChainsUnreached: problems.flat().length } : {})
    if (mode === 'live') await logLateWork(services, { mode, oldestDueSeconds })
    return { open: counts.open, scanned: counts.scanned }
  })
}

/** How long sessions and deliveries that are due may wait for a scan or an attempt. */
const mayWaitSeconds = 600

type Late = { mode: Mode; oldestDueSeconds: number }

/** The only run whose absence is noticed checks what else is late, so that nothing stops in silence. */
async function logLateWork(
  { table, chains, now }: ReturnType<typeof scanServices>,
  { mode, oldestDueSeconds }: Late,
): Promise<void> {
  const at = { mode, now: now() }
  const chainIds = async () => (await chains(mode)).map(({ chain }) => chain.chainId)
  const [closedSeconds, unsentSeconds] = await Promise.all([
    overdueClosedScans(table, { ...at, chainIds }),
    oldestUnsentSeconds(table, at),
  ])
  const beyond = (seconds: number) => Math.max(0, seconds - mayWaitSeconds)
  logOverdue({ mode, work: 'scans of open addresses', seconds: beyond(oldestDueSeconds) })
  logOverdue({ mode, work: 'webhook deliveries', seconds: beyond(unsentSeconds) })
  logOverdue({ mode, work: 'scans of closed addresses', seconds: closedSeconds })
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
