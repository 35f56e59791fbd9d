import type { AgreedReceipt } from '../../../chain/sending/agreed-receipt.ts'
import { commit, type Decision } from '../../../kernel/operation/commit.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { type Failed, failureOf, isLastFailure } from '../../../payments/holdings/rules/failed.ts'
import {
  emptyHolding,
  type Holding,
  released,
  withBalance,
  withMoved,
} from '../../../payments/holdings/rules/holding.ts'
import type { Sweep, SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import { holdingWrite, loadHolding } from '../../../payments/holdings/store/holdings.ts'
import { isOwnMovement, type OwnMovement } from '../../../payments/ledger/rules/address-movement.ts'
import {
  addressMovementWrite,
  loadAddressMovements,
} from '../../../payments/ledger/store/address-movements.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { alertOnce } from '../watching/alert-once.ts'
import { confirmedBalance } from './confirmed-balance.ts'
import { type ItemOutcome, outcomeOf } from './item-outcome.ts'

type Settling = { sweep: Sweep; item: SweepItem; receipt: AgreedReceipt }

/**
 * Records what a transaction did for one item: its holdings and its session's movements change together, once. Returns
 * the item with its outcome. Throws `ChainUnavailable`.
 */
export async function settleItem(
  services: SweepServices,
  chain: SweptChain,
  settling: Settling,
): Promise<SweepItem> {
  const { sweep, item } = settling
  const outcome = await outcomeOf(services, chain, settling)
  const done = { ...item, movedBase: outcome.movedBase, failure: outcome.failure }
  const decide = async (): Promise<Decision<Holding | undefined>> => {
    const holding = await loadHolding(services.table, holdingKey(sweep, item))
    const isReserved = holding?.sweepId === sweep.id
    const recorded = await recordedAssets(services, settling)
    // After a reorg, the transfer that a top-up pays for may have taken over its reservation.
    const isUnrecordedTopUp = sweep.kind === 'top-up' && recorded.size === 0
    // It was recorded before a crash, which may have come before its owner was notified.
    if (!isReserved && !isUnrecordedTopUp) return { result: holding }
    const settled = { ...settling, outcome, recorded }
    const reserved = isReserved ? reservedChange(services, holding, settled) : undefined
    const changes = [
      ...(reserved ? [reserved] : []),
      ...(await coinChanges(services, chain, settled)),
    ]
    const movements = movementsOf(settling, outcome).filter(
      ({ tokenAddress }) => !recorded.has(tokenAddress),
    )
    return {
      result: reserved?.after,
      writes: [
        ...changes.map(({ after, from }) => holdingWrite({ ...after, version: from + 1 }, from)),
        ...movements.map((movement) => addressMovementWrite({ ...sweep, ...item }, movement)),
      ],
    }
  }
  const settled = await commit(services.table, decide)
  const failed = outcome.failure === null ? null : settled?.failed
  if (failed) await announceFailure(services, chain, { sweep, item, failed })
  return done
}

/** Tells the owner of a mined transaction that moved nothing once per cause, and again when that cause stops it. */
async function announceFailure(
  services: SweepServices,
  chain: SweptChain,
  { sweep, item, failed: { cause, ...failed } }: Omit<Settling, 'receipt'> & { failed: Failed },
): Promise<void> {
  const { id, symbol, kind } = sweep
  const isLast = isLastFailure({ cause, ...failed })
  const what = `${symbol} of ${item.address} on ${chain.client.chain.name}`
  const message = isLast
    ? `Transactions that sweep ${what} have failed ${failed.count} times for one cause: ${cause} No more is sent until a simulation has failed and then succeeds, or you order it: npm run operate -- sweep`
    : `Sweep ${id} was mined without moving the ${what}: ${cause} It cost its fee, and is tried again in an hour.`
  const name = `${isLast ? 'stopped' : 'failed'} ${kind} ${symbol} ${cause}`
  await alertOnce(services, chain, { cause: name, message })
}

/** The assets of which the ledger has what this transaction did at the address: `restore` records what a table lost. */
async function recordedAssets(
  { table }: SweepServices,
  { sweep: { mode, chainId }, item: { sessionId }, receipt }: Settling,
): Promise<ReadonlySet<string | null>> {
  const movements = await loadAddressMovements(table, { mode, sessionId })
  const own = movements
    .filter(isOwnMovement)
    .filter((one) => one.chainId === chainId && one.txHash === receipt.hash)
  return new Set(own.map(({ tokenAddress }) => tokenAddress))
}

/** Lets another sweep move an item, since this one never will. */
export async function releaseItem(
  { table, now }: SweepServices,
  sweep: Sweep,
  item: SweepItem,
): Promise<void> {
  const decide = async (): Promise<Decision<void>> => ({
    result: undefined,
    writes: await itemRelease({ table, now }, sweep, item),
  })
  await commit(table, decide)
}

/** The write that does so, or none if it is released. */
export async function itemRelease(
  { table, now }: Pick<SweepServices, 'table' | 'now'>,
  sweep: Sweep,
  item: SweepItem,
): Promise<Write[]> {
  const holding = await loadHolding(table, holdingKey(sweep, item))
  if (holding?.sweepId !== sweep.id) return []
  const { version } = holding
  const after = released(holding, { failure: null, isSwept: false, now: now() })
  return [holdingWrite({ ...after, version: version + 1 }, version)]
}

function holdingKey({ mode, chainId, tokenAddress }: Sweep, { sessionId }: SweepItem) {
  return { mode, sessionId, chainId, tokenAddress }
}

type Change = { after: Holding; from: number }
type Settled = Settling & { outcome: ItemOutcome; recorded: ReadonlySet<string | null> }

/** The holding that the sweep reserved, without what left it. */
function reservedChange(
  { now }: SweepServices,
  holding: Holding,
  { sweep: { kind, gas, items }, receipt: { blockNumber, gasUsed }, outcome, recorded }: Settled,
): Change {
  const { movedBase, tokenFeeBase, coinFeeBase, failure: reason } = outcome
  const failure =
    reason === null ? null : failureOf(reason, { gas, gasUsed, addresses: items.length })
  const isTopUp = kind === 'top-up'
  const feeBase = kind === 'native' ? coinFeeBase : tokenFeeBase
  const moved = { sweptBase: movedBase, feeBase, gasBase: 0n }
  const isRecorded = isTopUp || recorded.has(holding.tokenAddress)
  const after = isRecorded ? holding : withMoved(holding, moved, blockNumber)
  const isSwept = movedBase > 0n && !isTopUp
  return { after: released(after, { failure, isSwept, now: now() }), from: holding.version }
}

/**
 * Changes to an address's coin by a token's transfer, or by the coin sent for it. The balance is read as well, because
 * a scan may have seen it in between.
 */
async function coinChanges(
  services: SweepServices,
  chain: SweptChain,
  { sweep, item, receipt, outcome, recorded }: Settled,
): Promise<Change[]> {
  const { kind } = sweep
  if ((kind !== 'token' && kind !== 'top-up') || recorded.has(null)) return []
  const key = { ...holdingKey(sweep, item), tokenAddress: null }
  const known = await loadHolding(services.table, key)
  const coin = known ?? emptyCoin(chain.client, sweep, item)
  const gasBase = kind === 'top-up' ? outcome.movedBase : 0n
  const moved = { sweptBase: 0n, feeBase: outcome.coinFeeBase, gasBase }
  const shown = await confirmedBalance(services, chain, { address: item.address, token: null })
  const after = withBalance(withMoved(coin, moved, receipt.blockNumber), shown)
  return [{ after: withDust(after, services.now()), from: coin.version }]
}

/** Coin that is left, or that its tokens turn out not to need, is due like any other. */
function withDust(coin: Holding, now: Date): Holding {
  if (coin.balanceBase <= 0n || coin.dueSince !== null) return coin
  return { ...coin, dueSince: now, checkAt: now }
}

function emptyCoin({ chain }: SweptChain['client'], { mode }: Sweep, item: SweepItem): Holding {
  const { sessionId, address, derivationIndex } = item
  const { symbol, decimals } = chain.native
  const asset = { chainId: chain.chainId, symbol, decimals, tokenAddress: null }
  return emptyHolding({ mode, sessionId, address, derivationIndex, ...asset })
}

/** Movements to record, so that the payment engine doesn't attribute them to a customer. */
function movementsOf({ sweep, receipt }: Settling, outcome: ItemOutcome): OwnMovement[] {
  const { id: sweepId, chainId, kind, tokenAddress } = sweep
  const { movedBase, tokenFeeBase, coinFeeBase } = outcome
  const mined = { chainId, txHash: receipt.hash, blockNumber: receipt.blockNumber, sweepId }
  const asset = kind === 'top-up' ? null : tokenAddress
  const all: OwnMovement[] = [
    {
      ...mined,
      kind: kind === 'top-up' ? 'gas' : 'sweep',
      tokenAddress: asset,
      amountBase: movedBase,
    },
    { ...mined, kind: 'fee', tokenAddress: asset, amountBase: tokenFeeBase },
    { ...mined, kind: 'fee', tokenAddress: null, amountBase: coinFeeBase },
  ]
  return all.filter(({ amountBase }) => amountBase > 0n)
}
