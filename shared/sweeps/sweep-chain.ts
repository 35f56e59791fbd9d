import { lacksSweeps } from '../settings/rules/lacks-sweeps.ts'
import { advanceSweeps } from './advance-sweeps.ts'
import { compareHoldings } from './compare-holdings.ts'
import { isPlanningDue, isRequested, isWorkDue, type Pace } from './is-work-due.ts'
import { planDeployment } from './plan-deployment.ts'
import { planSweeps } from './plan-sweeps.ts'
import { planUnlisted } from './plan-unlisted.ts'
import { previewSweeps } from './preview-sweeps.ts'
import { recheckSweeps } from './recheck-sweeps.ts'
import { loadRequests } from './store/sweep-requests.ts'
import { claimTurn, loadTurn, notePlanned, releaseTurn } from './store/sweep-turns.ts'
import {
  lazyWallet,
  type SigningChain,
  type SweepServices,
  type SweptChain,
} from './sweep-services.ts'
import { watchGas } from './watch-gas.ts'
import { withConfirmations } from './with-confirmations.ts'

export type SweepRun = Pace & {
  /** How long to plan and start new steps. */
  forMs: number
}

export type SweepReport = { planned: number; active: number }

/** A run that dies keeps others away this long. */
const turnMs = 120_000

/**
 * One run over a chain: takes the sweeps under way further, plans what is due, and starts that. Undefined if another run
 * is at it. Throws `ChainUnavailable`.
 */
export async function sweepChain(
  services: SweepServices,
  { mode, client }: SweptChain,
  run: SweepRun,
): Promise<SweepReport | undefined> {
  const { table, now } = services
  if (!(await isWorkDue(services, { mode, client }, run))) {
    await services.checkPayoutWallet(mode, client.chain.chainId)
    return { planned: 0, active: 0 }
  }
  const turn = { mode, chainId: client.chain.chainId }
  const startedAt = now()
  const until = new Date(startedAt.getTime() + Math.max(turnMs, run.forMs + turnMs / 2))
  if (!(await claimTurn(table, turn, { now: startedAt, until }))) return undefined
  const wallet = lazyWallet(services, mode)
  try {
    const settings = await services.settings(mode)
    const chain = { mode, client: withConfirmations(client, settings) }
    const signing = { ...chain, wallet: wallet.open }
    const isOver = () => now().getTime() >= startedAt.getTime() + run.forMs
    const failures: unknown[] = []
    const left = await advanceSweeps(services, signing, { isOver, failures })
    // What a reorg brought back to an address must not be counted, or planned, before it is taken back.
    if (await recheckSweeps(services, chain)) return { planned: 0, active: left }
    // What is there may be swept already, and a payout wallet the one from before it was changed.
    if (lacksSweeps(settings, table)) return { planned: 0, active: left }
    await previewSweeps(services, signing, isOver)
    const planned = await planWhenDue(services, signing, { everyMs: run.everyMs, isOver })
    const active = planned > 0 ? await advanceSweeps(services, signing, { isOver, failures }) : left
    await compareHoldings(services, chain, isOver)
    // Last, so that one sweep that always fails holds up nothing else.
    if (failures.length > 0)
      throw new AggregateError(failures, 'some sweeps were not taken further')
    return { planned, active }
  } finally {
    await Promise.all([wallet.wipe(), releaseTurn(table, turn, until)])
  }
}

type Planned = { everyMs: number; isOver: () => boolean }

/** Plans if it is time, or if an operator asked for it since. */
async function planWhenDue(
  services: SweepServices,
  chain: SigningChain,
  { everyMs, isOver }: Planned,
): Promise<number> {
  const { table, now } = services
  const turn = { mode: chain.mode, chainId: chain.client.chain.chainId }
  const [saved, requests] = await Promise.all([
    loadTurn(table, turn),
    loadRequests(table, chain.mode),
  ])
  const all = isRequested(saved, requests)
  if (!all && !isPlanningDue(saved, now(), everyMs)) return 0
  const startedAt = now()
  await services.checkPayoutWallet(chain.mode, turn.chainId)
  const deployments = await planDeployment(services, chain)
  const unlisted = await planUnlisted(services, chain)
  const planned = deployments + unlisted + (await planAndWatch(services, chain, { all, isOver }))
  // A request that was cut off is continued in the next run.
  if (all && isOver()) return planned
  await notePlanned(table, turn, startedAt)
  return planned
}

/** What waited for coin of the gas wallet isn't checked for hours, so it is planned as soon as there is some. */
async function planAndWatch(
  services: SweepServices,
  chain: SigningChain,
  { all, isOver }: { all: boolean; isOver: () => boolean },
): Promise<number> {
  const { planned, demand } = await planSweeps(services, chain, { all, isOver })
  const isFilled = await watchGas(services, chain, demand)
  if (!isFilled) return planned
  return planned + (await planSweeps(services, chain, { all: true, isOver })).planned
}
