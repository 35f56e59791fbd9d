import { requireAllRead } from '../../kernel/store/unreadable-rows.ts'
import { lacksSweeps } from '../../records/settings/rules/lacks-sweeps.ts'
import { isPlanningDue, isRequested, isWorkDue, type Pace } from './planning/is-work-due.ts'
import { planSweeps } from './planning/plan-sweeps.ts'
import { planUnlisted } from './planning/plan-unlisted.ts'
import { previewSweeps } from './planning/preview-sweeps.ts'
import { noteUnread, nothingUnread, type UnreadRows, unlessUnread } from './planning/unread-rows.ts'
import { advanceSweeps } from './sending/advance-sweeps.ts'
import { compareHoldings } from './settling/compare-holdings.ts'
import { recheckSweeps } from './settling/recheck-sweeps.ts'
import { withConfirmations } from './settling/with-confirmations.ts'
import { loadRequests } from './store/sweep-requests.ts'
import { claimTurn, loadTurn, notePlanned, releaseTurn } from './store/sweep-turns.ts'
import {
  lazyWallet,
  type SigningChain,
  type SweepServices,
  type SweptChain,
} from './sweep-services.ts'
import { watchGas } from './watching/watch-gas.ts'

export type SweepRun = Pace & {
  /** Time limit for planning and starting new steps. */
  forMs: number
}

export type SweepReport = { planned: number; active: number }

/** A run that dies keeps others away this long. */
const turnMs = 120_000

/**
 * One run over a chain: advances the sweeps under way, plans everything due, and starts it. Undefined if another run is
 * active. Throws `ChainUnavailable`, and after everything else if a sweep failed, or a row can't be read.
 */
export async function sweepChain(
  services: SweepServices,
  { mode, client }: SweptChain,
  run: SweepRun,
): Promise<SweepReport | undefined> {
  const { table, now } = services
  const unread = nothingUnread()
  if (!(await isWorkDue(services, { mode, client, unread }, run))) {
    await services.checkPayoutWallet(mode, client.chain.chainId)
    return { planned: 0, active: 0 }
  }
  const turn = { mode, chainId: client.chain.chainId }
  const startedAt = now()
  const until = new Date(startedAt.getTime() + Math.max(turnMs, run.forMs + turnMs / 2))
  if (!(await claimTurn(table, turn, { now: startedAt, until }))) return undefined
  const wallet = lazyWallet(services, mode)
  const chain = { mode, client, unread, wallet: wallet.open }
  const isOver = () => now().getTime() >= startedAt.getTime() + run.forMs
  const failures: unknown[] = []
  try {
    const report = await sweepInTurn(services, chain, { everyMs: run.everyMs, isOver, failures })
    // Last, so that what always fails holds up nothing else.
    requireEach(failures, unread)
    return report
  } finally {
    await Promise.all([wallet.wipe(), releaseTurn(table, turn, until)])
  }
}

/** With what can't be read beside it, so that a run is known to have left out money. */
function requireEach(failures: readonly unknown[], unread: UnreadRows): void {
  const rows = [...unread.failures.values()]
  if (failures.length > 0) {
    throw new AggregateError([...failures, ...rows], 'some sweeps were not taken further')
  }
  requireAllRead(rows)
}

type Turn = Planned & { failures: unknown[] }

async function sweepInTurn(
  services: SweepServices,
  found: SigningChain,
  { everyMs, isOver, failures }: Turn,
): Promise<SweepReport> {
  const settings = await services.settings(found.mode)
  const chain = { ...found, client: withConfirmations(found.client, settings) }
  const left = await advanceSweeps(services, chain, { isOver, failures })
  // What a reorg brought back to an address must not be counted, or planned, before it is taken back.
  if (await recheckSweeps(services, chain)) return { planned: 0, active: left }
  // What is there may be swept already, and a payout wallet the one from before it was changed.
  if (lacksSweeps(settings, services.table)) return { planned: 0, active: left }
  await previewSweeps(services, chain, isOver)
  const planned = await planWhenDue(services, chain, { everyMs, isOver })
  const active = planned > 0 ? await advanceSweeps(services, chain, { isOver, failures }) : left
  await compareHoldings(services, chain, isOver)
  return { planned, active }
}

type Planned = { everyMs: number; isOver: () => boolean }

/** Plans if it is time, or if an operator requested it since. */
async function planWhenDue(
  services: SweepServices,
  chain: SigningChain,
  { everyMs, isOver }: Planned,
): Promise<number> {
  const { table, now } = services
  const turn = { mode: chain.mode, chainId: chain.client.chain.chainId }
  const [saved, requests] = await Promise.all([
    loadTurn(table, turn),
    loadRequests(table, chain.mode, { onUnreadable: noteUnread(chain.unread) }),
  ])
  const all = isRequested(saved, requests)
  if (!all && !isPlanningDue(saved, now(), everyMs)) return 0
  const startedAt = now()
  await services.checkPayoutWallet(chain.mode, turn.chainId)
  const unlisted = await planUnlisted(services, chain)
  const planned = unlisted + (await planAndWatch(services, chain, { all, isOver }))
  // A request that was cut off is continued in the next run.
  if (all && isOver()) return planned
  await notePlanned(table, turn, startedAt)
  return planned
}

/** Sweeps that wait for coin of the gas wallet aren't checked for hours, so they are planned as soon as it has some. */
async function planAndWatch(
  services: SweepServices,
  chain: SigningChain,
  { all, isOver }: { all: boolean; isOver: () => boolean },
): Promise<number> {
  const { planned, demand } = await planSweeps(services, chain, { all, isOver, isOrdered: all })
  const isFilled = await unlessUnread(chain.unread, () => watchGas(services, chain, demand))
  if (!isFilled) return planned
  return planned + (await planSweeps(services, chain, { all: true, isOver })).planned
}
