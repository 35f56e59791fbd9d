import { latestNonce } from '../chain/sending/account-nonce.ts'
import { readGasMarket } from '../chain/sending/read-gas-market.ts'
import { newId } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import { transact } from '../kernel/store/transact.ts'
import { gasLeft } from './gas-left.ts'
import { feesOf } from './gas-prices.ts'
import { isReached } from './is-reached.ts'
import { batchSize, planAuthorized } from './plan-authorized.ts'
import { planNative } from './plan-native.ts'
import { planToken } from './plan-token.ts'
import { isAuthorizable, type Planning, type Prepared, postponeAll } from './planning.ts'
import { type Candidate, refreshHoldings } from './refresh-holdings.ts'
import { assetKey, type Holding } from './rules/holding.ts'
import { ceilingFactor, type Sweep } from './rules/sweep.ts'
import { dueHoldings, holdingWrite } from './store/holdings.ts'
import { nextNonce, nonceTaken } from './store/senders.ts'
import { sweepCreation } from './store/sweeps.ts'
import type { SigningChain, SweepServices } from './sweep-services.ts'
import type { GasDemand } from './watch-gas.ts'

const pageSize = 500

type Options = {
  /** Whether to look at all that waits, not only at what is due to be checked. */
  all: boolean
  isOver: () => boolean
  /** What happens to a plan: by default it is stored. Returns whether it counts. */
  keep?: Keep
}

type Keep = (planning: Planning, prepared: Prepared) => Promise<boolean>

/**
 * Plans a transaction for everything on a chain that is due and worth its fee, and stores the plans. Money that waits
 * is stored with the reason. Returns how many were planned, and what the gas wallet is asked for. Throws `ChainUnavailable`.
 */
export async function planSweeps(
  services: SweepServices,
  chain: SigningChain,
  { all, isOver, keep = store }: Options,
): Promise<{ planned: number; demand: GasDemand }> {
  const { mode, client } = chain
  const { chainId } = client.chain
  const before = all ? null : services.now()
  const seen = new Set<string>()
  let planning: Planning | undefined
  let planned = 0
  let tokens = 0
  for await (const page of dueHoldings(services.table, { mode, chainId, before, pageSize })) {
    if (isOver()) break
    const unseen = unseenOf(page, seen)
    if (unseen.length === 0) break
    tokens += unseen.filter(({ tokenAddress }) => tokenAddress !== null).length
    const candidates = await refreshHoldings(services, chain, unseen)
    if (candidates.length === 0) continue
    planning ??= await startPlanning(services, chain)
    if (planning) planned += await planAll(planning, candidates, { isOver, keep })
    else await postponeAll({ services }, candidates, { reason: 'no_payout_wallet' })
  }
  return { planned, demand: { unpaidBase: planning?.gasBudget.unpaidBase ?? 0n, tokens } }
}

/** What waits is stored further back in the same index, and must not be met again. */
function unseenOf(page: readonly Holding[], seen: Set<string>): Holding[] {
  const unseen = page.filter((holding) => !seen.has(nameOf(holding)))
  for (const holding of unseen) seen.add(nameOf(holding))
  return unseen
}

function nameOf(holding: Holding): string {
  return `${holding.sessionId}#${assetKey(holding)}`
}

async function planAll(
  planning: Planning,
  candidates: readonly Candidate[],
  { isOver, keep }: { isOver: () => boolean; keep: Keep },
): Promise<number> {
  let planned = 0
  for (const group of groups(planning, candidates)) {
    if (isOver()) break
    const prepared = await prepareOrPostpone(planning, group)
    if (prepared && (await keep(planning, prepared))) planned += 1
  }
  return planned
}

/** What becomes one transaction: a batch of one token, or one candidate. */
function groups(planning: Planning, candidates: readonly Candidate[]): Candidate[][] {
  const isBatched = ({ holding }: Candidate) => isAuthorizable(planning, holding)
  const byToken = Map.groupBy(candidates.filter(isBatched), ({ holding }) => holding.tokenAddress)
  const batches = [...byToken.values()].flatMap((all) => chunks(all, batchSize))
  const single = candidates.filter((candidate) => !isBatched(candidate)).toSorted(tokensFirst)
  return [...batches, ...single.map((candidate) => [candidate])]
}

/** So that an address's coin isn't sent away before its tokens. */
function tokensFirst(a: Candidate, b: Candidate): number {
  return Number(a.holding.tokenAddress === null) - Number(b.holding.tokenAddress === null)
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size)
  return starts.map((start) => items.slice(start, start + size))
}

/** What always fails must not hold up what is planned after it. Throws if the chain itself doesn't respond. */
async function prepareOrPostpone(
  planning: Planning,
  group: readonly Candidate[],
): Promise<Prepared | undefined> {
  try {
    return await prepare(planning, group)
  } catch (error) {
    if (!(await isReached(planning.services, planning.client))) throw error
    const details = error instanceof Error ? error.message.slice(0, 300) : 'It can not be planned.'
    await postponeAll(planning, group, { reason: 'refused', details })
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

/** Undefined if there is no payout wallet. */
async function startPlanning(
  services: SweepServices,
  chain: SigningChain,
): Promise<Planning | undefined> {
  const { mode, client } = chain
  const payout = await services.payoutWallet(mode, client.chain.chainId)
  if (!payout) return undefined
  const [market, gasWallet, ruleOf] = await Promise.all([
    readGasMarket(client),
    services.gasWallet(mode),
    services.rulesOf(client.chain),
  ])
  const leftBase = await gasLeft(services, chain, gasWallet)
  const gasBudget = { leftBase, unpaidBase: 0n }
  return { ...chain, services, market, ruleOf, payout, gasWallet, gasBudget }
}

/** Stores a plan, with its nonce and its holdings reserved. False if another run was first. */
async function store(planning: Planning, prepared: Prepared): Promise<boolean> {
  const { services, mode, client } = planning
  const { table, now, randomBytes } = services
  const { chainId } = client.chain
  const sender = { mode, chainId, address: prepared.sender }
  const [stored, latest] = await Promise.all([
    nextNonce(table, sender),
    latestNonce(client, prepared.sender),
  ])
  const nonce = Math.max(stored, latest)
  const createdAt = now()
  const id = newId('sweep', createdAt, randomBytes)
  const sweep = sweepOf(planning, prepared, { id, mode, chainId, nonce, createdAt })
  const { committed } = await transact(table, [
    sweepCreation(sweep),
    nonceTaken(sender, { from: stored, nonce }),
    ...prepared.candidates.map(({ holding, from }) =>
      holdingWrite({ ...holding, ...reserved, sweepId: id, version: from + 1 }, from),
    ),
  ])
  return committed
}

/** Money that arrives from now on makes the holding due again. */
const reserved = { dueSince: null, checkAt: null, waiting: null } as const

function sweepOf(
  { client, market }: Planning,
  { candidates, kind, sender, recipient, items, gas, validBefore }: Prepared,
  identity: Pick<Sweep, 'id' | 'mode' | 'chainId' | 'nonce' | 'createdAt'>,
): Sweep {
  const [first] = candidates
  invariant(first, 'a sweep has a holding')
  const { symbol, tokenAddress, decimals } = first.holding
  const ceilingPerGas = feesOf(client, market, kind).maxFeePerGas * ceilingFactor
  return {
    ...identity,
    ceilingPerGas,
    ...{ kind, sender, recipient, symbol, tokenAddress, decimals, items, gas, validBefore },
    ...{ version: 1, status: 'planned', attempts: [], mined: null, feeBase: null },
    ...{ problem: null, cancelReason: null, announcedAt: null },
    ...{ sentAt: null, finalAt: null, recheckAt: null },
  }
}
