import { invokingItself } from '../../shared/aws/invoke-itself.ts'
import { TokenUnreadable } from '../../shared/chain/balances/token-unreadable.ts'
import { askUnlessSlow } from '../../shared/chain/nodes/ask-unless-slow.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { shardCount } from '../../shared/kernel/store/shard-count.ts'
import { requireAllRead } from '../../shared/kernel/store/unreadable-rows.ts'
import { log, warn } from '../../shared/log/log.ts'
import { report } from '../../shared/log/report.ts'
import { scanServices } from '../../shared/merchant/checkout/scan-services.ts'
import { firstDue } from '../../shared/payments/checkout-sessions/store/open-sessions.ts'
import { partsOf, shardsOfPart } from '../../shared/payments/ledger/rules/reconciler-parts.ts'
import { lateWork } from '../../shared/payments/ledger/scanning/late-work.ts'
import { logOverdue } from '../../shared/payments/ledger/scanning/log-overdue.ts'
import { overdueClosedScans } from '../../shared/payments/ledger/scanning/overdue-closed-scans.ts'
import { reconcile } from '../../shared/payments/ledger/scanning/reconcile.ts'
import type { ChainReach } from '../../shared/payments/ledger/scanning/reconcile-round.ts'
import type { ChainClients } from '../../shared/payments/networks/chain-clients.ts'
import { noteReach } from '../../shared/payments/networks/note-reach.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { restingWhenQuiet } from './resting-when-quiet.ts'
import { scheduledPart } from './scheduled-mode.ts'

// A run starts nothing new after 30 seconds, so it ends before the next one starts.
const patience = { silenceMs: 10_000, totalMs: 20_000 }

const messages: Record<Exclude<ChainReach, 'agreed'>, string> = {
  seen: 'chain nodes do not agree',
  silent: 'chain not reached',
}

/**
 * Scans every open address, once a minute per mode. Their shards are divided among a few invocations, which the scheduled
 * one starts; that is the first of them. Failures are logged, and scanned again the next minute. A session that can't be
 * read fails the run after all others were scanned.
 */
export function serve(config: Config) {
  // A chain that hangs is waited for once per run.
  const { ask } = askUnlessSlow({ patience, cooldownMs: 40_000, now: () => new Date() })
  const services = scanServices(config, processServices(config), { ask })
  const invokeItself = invokingItself(config)
  // Rounds are ten minutes apart at least, and late after another ten.
  const closedUnlessQuiet = restingWhenQuiet((mode) => lateClosedScans(services, mode))
  /** Starts the other parts of a scheduled run. One that can't be started waits for the next minute. */
  const divided = async (event: unknown) => {
    const { mode, part } = scheduledPart(event)
    const count = await shardCount(services.table, mode)
    if (part !== undefined) return { mode, part, count }
    const others = Array.from({ length: partsOf(count) - 1 }, (_, n) => ({ mode, part: n + 1 }))
    const started = await Promise.allSettled(others.map(invokeItself))
    for (const each of started) if (each.status === 'rejected') report('reconcile', each.reason)
    return { mode, part: 0, count }
  }
  return scheduledFunction(services.table, async (event) => {
    const { mode, part, count } = await divided(event)
    const startedAt = services.now()
    const isFirst = part === 0
    const { failures, reached, oldestDueSeconds, ...counts } = await reconcile(services, {
      mode,
      shards: shardsOfPart(part, count, startedAt),
    })
    for (const failure of failures) report('reconcile', failure)
    const notAgreed = [...reached].flatMap(([chainId, reach]) =>
      reach === 'agreed' ? [] : chainId,
    )
    await noteReach(services, { mode, chainIds: notAgreed })
    const problems = [
      ...(await problemsOf(services, { mode, isFirst, reached })),
      ...unreadableCoins(failures),
    ]
    for (const { chainId, message } of problems) warn(message, { mode, chainId })
    const seconds = (services.now().getTime() - startedAt.getTime()) / 1000
    const facts = { mode, ...(part && { part }), ...counts, failed: failures.length, seconds }
    logRound(facts, problems.length)
    if (mode === 'live' && isFirst) {
      const closedSeconds = await closedUnlessQuiet(mode)
      await logLateWork(services, { mode, count, oldestDueSeconds, closedSeconds })
    }
    requireAllRead([...failures, ...(await services.unreadNetworks(mode))])
    return { open: counts.open, scanned: counts.scanned }
  })
}

type Facts = { mode: Mode; open: number; scanned: number; postponed: number; failed: number }

/** Nothing if every address was as before, which is so in most minutes. */
function logRound(facts: Facts, problems: number): void {
  const { mode, scanned, postponed, failed } = facts
  if (scanned + postponed + failed + problems === 0) return
  // Only live mode has customers, and each metric costs money in each hour in which it has data.
  const isMeasured = mode === 'live' && problems > 0
  log('reconciled', facts, isMeasured ? { ChainsUnreached: problems } : {})
}

/** The listed coins whose contracts return no balance: nothing is decided on them. */
function unreadableCoins(failures: readonly unknown[]): Problem[] {
  const unreadable = failures.filter((failure) => failure instanceof TokenUnreadable)
  const coins = new Map(unreadable.map((each) => [`${each.chainId} ${each.token}`, each]))
  const message = 'a listed coin can not be read'
  return [...coins.values()].map(({ chainId }) => ({ chainId, message }))
}

type Problem = { chainId: number; message: string }

function lateClosedScans(
  { table, chains, now }: ReturnType<typeof scanServices>,
  mode: Mode,
): Promise<number> {
  const chainIds = async () => (await chains(mode)).map(({ chain }) => chain.chainId)
  return overdueClosedScans(table, { mode, now: now(), chainIds })
}

type Due = { mode: Mode; count: number; oldestDueSeconds: number; closedSeconds: number }

/** The only run whose absence is noticed checks what else is late, so that nothing stops in silence. */
async function logLateWork(
  { table, now }: ReturnType<typeof scanServices>,
  { mode, count, oldestDueSeconds, closedSeconds }: Due,
): Promise<void> {
  const isAlone = partsOf(count) === 1
  // The runs of other parts may not have started.
  const due = isAlone ? undefined : await firstDue(table, mode)
  const waited = due ? (now().getTime() - due.getTime()) / 1000 : 0
  const oldest = Math.max(oldestDueSeconds, waited)
  const waiting = { oldestDueSeconds: oldest, closedSeconds }
  const late = await lateWork(table, { mode, now: now(), ...waiting })
  for (const one of late) logOverdue({ mode, ...one })
}

type Round = { mode: Mode; isFirst: boolean; reached: ReadonlyMap<number, ChainReach> }

/**
 * The chains on which payments can't be decided, or may soon not be, with the reason. In live mode, the first part also
 * checks the nodes of enabled chains without open sessions.
 */
async function problemsOf(
  { lackingNodes }: Pick<ChainClients, 'lackingNodes'>,
  { mode, isFirst, reached }: Round,
): Promise<Problem[]> {
  const checksAll = mode === 'live' && isFirst
  if (reached.size === 0 && !checksAll) return []
  const notReached = [...reached].flatMap(([chainId, reach]) =>
    reach === 'agreed' ? [] : [{ chainId, message: messages[reach] }],
  )
  const lacking = (await lackingNodes(mode)).filter(({ chainId, status }) => {
    const reach = reached.get(chainId)
    return reach === 'agreed' || (reach === undefined && checksAll && status === 'enabled')
  })
  const message = 'chain nodes are not what they were'
  return [...notReached, ...lacking.map(({ chainId }) => ({ chainId, message }))]
}
