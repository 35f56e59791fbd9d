import { invariant } from '../../../kernel/invariant.ts'
import { UnreadableRow } from '../../../kernel/store/unreadable-rows.ts'
import {
  type Holding,
  type WaitingReason,
  withWaiting,
} from '../../../payments/holdings/rules/holding.ts'
import { dueHoldings, saveHolding } from '../../../payments/holdings/store/holdings.ts'
import { refuse } from '../sending/refuse.ts'
import { isListed } from '../sending/transactions/sweep-call.ts'
import { isReached } from '../settling/is-reached.ts'
import { type Candidate, refreshHoldings } from '../settling/refresh-holdings.ts'
import type { SigningChain, SweepServices } from '../sweep-services.ts'
import type { GasDemand } from '../watching/watch-gas.ts'
import { eachOnce } from './each-once.ts'
import { batchSize, planAuthorized } from './plan-authorized.ts'
import { planNative } from './plan-native.ts'
import { planToken } from './plan-token.ts'
import { isAuthorizable, type Planning, type Prepared, postponeAll } from './planning.ts'
import { startPlanning } from './start-planning.ts'
import { storePlan } from './store-plan.ts'
import { noteUnreadHolding, unlessUnread } from './unread-rows.ts'

const pageSize = 500

type Options = {
  /** Whether to check everything that waits, not only what is due. */
  all: boolean
  isOver: () => boolean
  /** Whether an operator ordered it. */
  isOrdered?: boolean
  /** Handles each plan; by default, stores it. Returns whether the plan counts. */
  keep?: Keep
}

type Keep = (planning: Planning, prepared: Prepared) => Promise<boolean>

/**
 * Plans a transaction for everything on a chain that is due and worth its fee, and stores the plans. Money that waits
 * is stored with the reason. What can't be read is noted and left alone. Returns how many were planned, and what the gas
 * wallet is asked for. Throws `ChainUnavailable`.
 */
export async function planSweeps(
  services: SweepServices,
  chain: SigningChain,
  { all, isOver, isOrdered = false, keep = storePlan }: Options,
): Promise<{ planned: number; demand: GasDemand }> {
  const { mode, client } = chain
  const { chainId } = client.chain
  const before = all ? null : services.now()
  let planning: Planning | undefined
  let planned = 0
  let tokens = 0
  const onUnreadable = noteUnreadHolding(chain.unread)
  const due = dueHoldings(services.table, { mode, chainId, before, pageSize, onUnreadable })
  for await (const page of eachOnce(due)) {
    if (isOver()) break
    if (page.length === 0) continue
    const listed = await withoutUnlisted(services, chain, page)
    tokens += listed.filter(({ tokenAddress }) => tokenAddress !== null).length
    const candidates = await refreshHoldings(services, chain, listed)
    if (candidates.length === 0) continue
    planning ??= await startPlanning(services, chain)
    if (planning) {
      const ordered = { ...planning, isOrdered }
      planned += await planAll(ordered, candidates, { isOver, keep })
    } else await postponeAll({ services }, candidates, { reason: await whyNone(services) })
  }
  return { planned, demand: { unpaidBase: planning?.gasBudget.unpaidBase ?? 0n, tokens } }
}

/** Why nothing is sent without a payout wallet. */
async function whyNone({ isWatchOnly }: SweepServices): Promise<WaitingReason> {
  return (await isWatchOnly()) ? 'owner_sweeps' : 'no_payout_wallet'
}

/** An unlisted token is swept by an operator's order only, with a cap on what that costs. */
async function withoutUnlisted(
  { table, now }: SweepServices,
  { client: { chain } }: SigningChain,
  holdings: readonly Holding[],
): Promise<Holding[]> {
  const listed = holdings.filter((holding) => isListed(chain, holding))
  for (const holding of holdings) {
    if (listed.includes(holding) || holding.sweepId !== null) continue
    await saveHolding(table, withWaiting(holding, { reason: 'unlisted' }, now()), holding)
  }
  return listed
}

async function planAll(
  planning: Planning,
  candidates: readonly Candidate[],
  { isOver, keep }: { isOver: () => boolean; keep: Keep },
): Promise<number> {
  let planned = 0
  for (const group of groups(planning, candidates)) {
    if (isOver()) break
    const isKept = await unlessUnread(planning.unread, async () => {
      const prepared = await prepareOrPostpone(planning, group)
      return prepared !== undefined && keep(planning, prepared)
    })
    if (isKept) planned += 1
  }
  return planned
}

/** Candidates grouped by transaction: a batch of one token, or one candidate. */
function groups(planning: Planning, candidates: readonly Candidate[]): Candidate[][] {
  const isBatched = ({ holding }: Candidate) => isAuthorizable(planning, holding)
  const byToken = Map.groupBy(candidates.filter(isBatched), ({ holding }) => holding.tokenAddress)
  const batches = [...byToken.values()].flatMap((all) => chunks(all, batchSize))
  const single = candidates.filter((candidate) => !isBatched(candidate)).toSorted(tokensFirst)
  return [...batches, ...single.map((candidate) => [candidate])]
}

/** Keeps an address's coin from being sent away before its tokens. */
function tokensFirst(a: Candidate, b: Candidate): number {
  return Number(a.holding.tokenAddress === null) - Number(b.holding.tokenAddress === null)
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size)
  return starts.map((start) => items.slice(start, start + size))
}

/**
 * A candidate that always fails must not hold up the ones planned after it. Throws if the chain itself doesn't respond.
 */
async function prepareOrPostpone(
  planning: Planning,
  group: readonly Candidate[],
): Promise<Prepared | undefined> {
  try {
    return await prepare(planning, group)
  } catch (error) {
    if (error instanceof UnreadableRow) throw error
    if (!(await isReached(planning.services, planning.client))) throw error
    const details = error instanceof Error ? error.message.slice(0, 300) : 'It can not be planned.'
    for (const candidate of group) await refuse(planning, candidate, details)
    return undefined
  }
}

async function prepare(
  planning: Planning,
  group: readonly Candidate[],
): Promise<Prepared | undefined> {
  const [first] = group
  invariant(first, 'a group has a candidate')
  if (isAuthorizable(planning, first.holding)) return planAuthorized(planning, group)
  if (first.holding.tokenAddress === null) return planNative(planning, first)
  return planToken(planning, first)
}
