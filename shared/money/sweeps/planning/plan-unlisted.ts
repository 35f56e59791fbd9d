import { formatBase, smaller } from '../../../kernel/money.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { emptyHolding } from '../../../payments/holdings/rules/holding.ts'
import { ceilingFactor, isActive, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { loadHolding } from '../../../payments/holdings/store/holdings.ts'
import { loadSweep } from '../../../payments/holdings/store/sweeps.ts'
import type { SweepRule } from '../rules/sweep-rule.ts'
import { isListed } from '../sending/transactions/sweep-call.ts'
import { refreshHoldings } from '../settling/refresh-holdings.ts'
import {
  loadUnlistedProgress,
  loadUnlistedRequests,
  type UnlistedProgress,
  type UnlistedRequest,
  unlistedProgressWrite,
} from '../store/unlisted-sweeps.ts'
import type { SigningChain, SweepServices } from '../sweep-services.ts'
import { transferBytes } from './affordable-fees.ts'
import { feesOf, highestCost } from './gas-prices.ts'
import { planToken } from './plan-token.ts'
import type { Planning, Prepared } from './planning.ts'
import { startPlanning } from './start-planning.ts'
import { storePlan } from './store-plan.ts'
import { isLeftAlone, noteUnread, unlessUnread } from './unread-rows.ts'

const dayMs = 86_400_000

/** An operator decided its maximum cost, and it is never valued. */
const anyway: SweepRule = { minimumMicros: 0n, maxAgeMs: 0, maxFeeBps: null, paysUnknownFee: true }

/**
 * Plans the next transaction of every order to sweep an unlisted token: coin for the fee, then the transfer. All that is
 * spent for an order stays below its cap. What can't be read is noted, and waits. Returns how many were planned. Throws
 * `ChainUnavailable`.
 */
export async function planUnlisted(services: SweepServices, chain: SigningChain): Promise<number> {
  const { mode, client, unread } = chain
  const onUnreadable = noteUnread(unread)
  const ofChain = { mode, chainId: client.chain.chainId, onUnreadable }
  let planned = 0
  for (const request of await loadUnlistedRequests(services.table, ofChain)) {
    if (isLeftAlone(unread, request)) continue
    if (await unlessUnread(unread, () => carryOut(services, chain, request))) planned += 1
  }
  return planned
}

async function carryOut(
  services: SweepServices,
  chain: SigningChain,
  request: UnlistedRequest,
): Promise<boolean> {
  const progress = await loadUnlistedProgress(services.table, request)
  return progress.endedAt === null && advance(services, chain, { request, progress })
}

type Order = { request: UnlistedRequest; progress: UnlistedProgress }

/** Whether a transaction was planned. */
async function advance(
  services: SweepServices,
  chain: SigningChain,
  order: Order,
): Promise<boolean> {
  const { request, progress } = order
  const sweeps = await sweepsOf(services, order)
  if (sweeps.some(isActive)) return false
  if (sweeps.some(({ kind, status }) => kind === 'token' && status === 'final')) {
    return end(services, order, null)
  }
  if (isListed(chain.client.chain, request)) return end(services, order, 'it is listed now')
  if (services.now().getTime() - request.requestedAt.getTime() > dayMs) {
    return end(services, order, 'it was not possible within a day')
  }
  const planning = await startPlanning(services, chain)
  if (!planning) return end(services, order, 'the chain has no payout wallet')
  const prepared = await prepare({ ...planning, ruleOf: () => anyway, isOrdered: true }, request)
  if ('refusal' in prepared) return end(services, order, prepared.refusal)
  if ('waits' in prepared) return false
  const spentBase = sweeps.reduce((sum, { feeBase }) => sum + (feeBase ?? 0n), 0n)
  const capBase = request.gasCapBase - spentBase
  const ceiling = await ceilingOf(planning, prepared, capBase)
  if ('refusal' in ceiling) return end(services, order, ceiling.refusal)
  const note = ({ id }: Sweep) =>
    unlistedProgressWrite(request, { ...progress, sweepIds: [...progress.sweepIds, id] })
  return storePlan(planning, { ...prepared, ...ceiling, capBase }, note)
}

async function sweepsOf({ table }: SweepServices, { request, progress }: Order): Promise<Sweep[]> {
  const found = await Promise.all(progress.sweepIds.map((id) => loadSweep(table, request.mode, id)))
  return found.flatMap((sweep) => sweep ?? [])
}

/** Ends an order, and alerts its owner if nothing was moved. */
async function end(
  { table, now, alert }: SweepServices,
  { request, progress }: Order,
  failure: string | null,
): Promise<false> {
  const { mode, chainId, symbol, address } = request
  if (failure !== null) {
    const message = `The unlisted token ${symbol} of ${address} was not swept: ${failure}.`
    alert({ mode, chainId, message })
  }
  await transact(table, [unlistedProgressWrite(request, { ...progress, endedAt: now() })])
  return false
}

/** The next transaction, simulated. */
async function prepare(
  planning: Planning,
  request: UnlistedRequest,
): Promise<Prepared | { refusal: string } | { waits: true }> {
  const { services } = planning
  const { gasCapBase, requestedAt, ...asset } = request
  const known = (await loadHolding(services.table, asset)) ?? emptyHolding(asset)
  if (known.sweepId !== null) return { waits: true }
  const [candidate] = await refreshHoldings(services, planning, [known])
  const prepared = candidate && (await planToken(planning, candidate))
  if (prepared) return prepared
  const after = await loadHolding(services.table, asset)
  if (after?.waiting?.reason === 'refused') {
    return { refusal: after.waiting.details ?? 'its transfer fails' }
  }
  return after?.waiting ? { waits: true } : { refusal: 'the address holds nothing of it' }
}

/** The highest price per gas with which the transaction, and the coin that it sends, stay below the remaining cap. */
async function ceilingOf(
  { client, market }: Planning,
  { kind, gas, items }: Prepared,
  leftBase: bigint,
): Promise<{ ceilingPerGas: bigint } | { refusal: string }> {
  const fees = feesOf(client, market, kind)
  const dataBytes = kind === 'token' ? transferBytes : 0
  const amountBase = kind === 'top-up' ? (items[0]?.amountBase ?? 0n) : 0n
  const costBase = amountBase + (await highestCost(client, { gas, fees, dataBytes }))
  const { symbol, decimals } = client.chain.native
  const text = (base: bigint) => `${formatBase(base, decimals)} ${symbol}`
  if (costBase > leftBase) {
    return { refusal: `it costs up to ${text(costBase)} now, and the cap leaves ${text(leftBase)}` }
  }
  const fixedBase = costBase - gas * fees.maxFeePerGas
  const affordable = (leftBase - fixedBase) / gas
  return { ceilingPerGas: smaller(fees.maxFeePerGas * ceilingFactor, affordable) }
}
