import { getAddress } from 'viem'
import { coinBalance } from '../chain/balance-at.ts'
import { readChain } from '../chain/read-chain.ts'
import type { AgreedReceipt } from '../chain/sending/agreed-receipt.ts'
import { commit, type Decision } from '../kernel/operation/commit.ts'
import type { OwnMovement } from '../ledger/rules/address-movement.ts'
import { addressMovementWrite } from '../ledger/store/address-movements.ts'
import { type ItemOutcome, outcomeOf } from './item-outcome.ts'
import { emptyHolding, type Holding, released, withMoved } from './rules/holding.ts'
import type { Sweep, SweepItem } from './rules/sweep.ts'
import { holdingWrite, loadHolding } from './store/holdings.ts'
import type { SweepServices, SweptChain } from './sweep-services.ts'

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
  const { sweep, item, receipt } = settling
  const outcome = await outcomeOf(chain, settling)
  const done = { ...item, movedBase: outcome.movedBase, failure: outcome.failure }
  const decide = async (): Promise<Decision<SweepItem>> => {
    const holding = await loadHolding(services.table, holdingKey(sweep, item))
    // It was recorded before a crash.
    if (holding?.sweepId !== sweep.id) return { result: done }
    const coin =
      holding.tokenAddress === null ? holding : await coinHolding(services, chain, settling)
    const changed = changedHoldings(
      { holding, coin, outcome },
      { sweep, receipt, now: services.now() },
    )
    const movements = movementsOf(settling, outcome)
    return {
      result: done,
      writes: [
        ...changed.map(({ after, from }) => holdingWrite({ ...after, version: from + 1 }, from)),
        ...movements.map((movement) => addressMovementWrite({ ...sweep, ...item }, movement)),
      ],
    }
  }
  return commit(services.table, decide)
}

/** Lets another sweep move an item, since this one never will. */
export async function releaseItem(
  { table, now }: SweepServices,
  sweep: Sweep,
  item: SweepItem,
): Promise<void> {
  const decide = async (): Promise<Decision<void>> => {
    const holding = await loadHolding(table, holdingKey(sweep, item))
    if (holding?.sweepId !== sweep.id) return { result: undefined }
    const { version } = holding
    const after = released(holding, { failure: null, now: now() })
    return {
      result: undefined,
      writes: [holdingWrite({ ...after, version: version + 1 }, version)],
    }
  }
  await commit(table, decide)
}

function holdingKey({ mode, chainId, tokenAddress }: Sweep, { sessionId }: SweepItem) {
  return { mode, sessionId, chainId, tokenAddress }
}

type Holdings = { holding: Holding; coin: Holding; outcome: ItemOutcome }
type Change = { after: Holding; from: number }

/** The holding that the sweep reserved, and what its transaction did to the address's coin. */
function changedHoldings(
  { holding, coin, outcome }: Holdings,
  { sweep, receipt, now }: { sweep: Sweep; receipt: AgreedReceipt; now: Date },
): Change[] {
  const { movedBase, tokenFeeBase, coinFeeBase, failure } = outcome
  const { blockNumber } = receipt
  const release = (after: Holding) => released(after, { failure, now })
  if (sweep.kind === 'native') {
    const moved = { sweptBase: movedBase, feeBase: coinFeeBase, gasBase: 0n }
    return [{ after: release(withMoved(holding, moved, blockNumber)), from: holding.version }]
  }
  const isTopUp = sweep.kind === 'top-up'
  const ofCoin = { sweptBase: 0n, feeBase: coinFeeBase, gasBase: isTopUp ? movedBase : 0n }
  const coinChange = {
    after: withDust(withMoved(coin, ofCoin, blockNumber), { isTopUp, now }),
    from: coin.version,
  }
  const ofToken = { sweptBase: movedBase, feeBase: tokenFeeBase, gasBase: 0n }
  const after = isTopUp ? holding : withMoved(holding, ofToken, blockNumber)
  const change = { after: release(after), from: holding.version }
  return sweep.kind === 'authorized' ? [change] : [change, coinChange]
}

/** Coin that is left after the tokens are gone is due like any other. */
function withDust(coin: Holding, { isTopUp, now }: { isTopUp: boolean; now: Date }): Holding {
  if (isTopUp || coin.balanceBase === 0n || coin.dueSince !== null) return coin
  return { ...coin, dueSince: now, checkAt: now }
}

/** The address's holding of the native coin; a new one if nothing was recorded of it. */
async function coinHolding(
  { table }: SweepServices,
  { client }: SweptChain,
  { sweep, item, receipt }: Settling,
): Promise<Holding> {
  const key = { ...holdingKey(sweep, item), tokenAddress: null }
  const known = await loadHolding(table, key)
  if (known || sweep.kind === 'authorized') return known ?? emptyCoin(client, sweep, item)
  const balanceBase = await readChain(client, () =>
    coinBalance(client.node, getAddress(item.address), { blockHash: receipt.blockHash }),
  )
  return { ...emptyCoin(client, sweep, item), balanceBase, readAtBlock: receipt.blockNumber }
}

function emptyCoin({ chain }: SweptChain['client'], { mode }: Sweep, item: SweepItem): Holding {
  const { sessionId, address, derivationIndex } = item
  const { symbol, decimals } = chain.native
  const asset = { chainId: chain.chainId, symbol, decimals, tokenAddress: null }
  return emptyHolding({ mode, sessionId, address, derivationIndex, ...asset })
}

/** What the payment engine must not mistake for a customer's doing. */
function movementsOf({ sweep, receipt }: Settling, outcome: ItemOutcome): OwnMovement[] {
  const { chainId, kind, tokenAddress } = sweep
  const { movedBase, tokenFeeBase, coinFeeBase } = outcome
  const mined = { chainId, txHash: receipt.hash, blockNumber: receipt.blockNumber }
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
