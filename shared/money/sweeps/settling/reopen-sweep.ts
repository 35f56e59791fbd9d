import { commit, type Decision } from '../../../kernel/operation/commit.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { assetKey, type Holding, withoutMoved } from '../../../payments/holdings/rules/holding.ts'
import type { Sweep, SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import { holdingWrite, loadHolding } from '../../../payments/holdings/store/holdings.ts'
import { isOwnMovement, type OwnMovement } from '../../../payments/ledger/rules/address-movement.ts'
import {
  addressMovementRemoval,
  loadAddressMovements,
} from '../../../payments/ledger/store/address-movements.ts'
import { saveSweep } from '../sending/save-sweep.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { confirmedBalance } from './confirmed-balance.ts'

/**
 * Takes back what the ledger has of a sweep whose block was reorged, and reserves its money for it again, so that it can
 * be mined once more, or be replaced. Undefined while another sweep moves one of its addresses' money. Continues after a
 * crash where it stopped. Throws `ChainUnavailable`.
 */
export async function reopenSweep(
  services: SweepServices,
  chain: SweptChain,
  sweep: Sweep,
): Promise<Sweep | undefined> {
  let isBusy = false
  for (const item of sweep.items) {
    if (!(await reopenItem(services, chain, { sweep, item }))) isBusy = true
  }
  if (isBusy) return undefined
  const items = sweep.items.map((item) => ({ ...item, movedBase: null, failure: null }))
  const again = { status: 'signed', items, mined: null, feeBase: null, finalAt: null } as const
  return saveSweep(services.table, { ...sweep, ...again })
}

type Reopening = { sweep: Sweep; item: SweepItem }

/** Whether the ledger has nothing of the item any more, and no other sweep moves its money. */
function reopenItem(
  services: SweepServices,
  chain: SweptChain,
  reopening: Reopening,
): Promise<boolean> {
  const { table } = services
  const { mode, chainId, tokenAddress, id, kind } = reopening.sweep
  const { sessionId } = reopening.item
  const decide = async (): Promise<Decision<boolean>> => {
    const holding = await loadHolding(table, { mode, sessionId, chainId, tokenAddress })
    if (!holding || holding.sweepId === id) return { result: holding !== undefined }
    // The transfer that a top-up pays for may be reorged as well, and has the reservation then.
    if (holding.sweepId !== null && kind !== 'top-up') return { result: false }
    return {
      result: true,
      writes: await reopeningWrites(services, chain, { ...reopening, holding }),
    }
  }
  return commit(table, decide)
}

async function reopeningWrites(
  services: SweepServices,
  chain: SweptChain,
  { sweep, item, holding }: Reopening & { holding: Holding },
): Promise<Write[]> {
  const { mode, id, kind } = sweep
  const { sessionId, movedBase } = item
  const movements = await movementsOf(services, { sweep, item })
  const coin = await coinTakenBack(services, chain, { holding, movements })
  const isSwept = (movedBase ?? 0n) > 0n && kind !== 'top-up'
  const sweepCount = holding.sweepCount - (isSwept ? 1 : 0)
  const back = await takenBack(services, chain, { holding, movements })
  const reserved = { ...back, ...busy, sweepCount, sweepId: id }
  return [
    ...(holding.sweepId === null ? [changed(reserved, holding)] : []),
    ...(coin ? [changed(coin.after, coin.before)] : []),
    ...movements.map((movement) => addressMovementRemoval({ mode, sessionId }, movement)),
  ]
}

/** Money that has arrived since stays due. */
const busy = { checkAt: null, waiting: null } as const

function changed(after: Holding, { version }: Holding): Write {
  return holdingWrite({ ...after, version: version + 1 }, version)
}

/** The recorded movements of the transaction at the item's address. */
async function movementsOf(
  { table }: SweepServices,
  { sweep: { mode, mined, chainId }, item: { sessionId } }: Reopening,
): Promise<OwnMovement[]> {
  const all = await loadAddressMovements(table, { mode, sessionId })
  return all
    .filter(isOwnMovement)
    .filter((movement) => movement.chainId === chainId && movement.txHash === mined?.hash)
}

type TakingBack = { holding: Holding; movements: readonly OwnMovement[] }

/** A holding without the movements of its asset, with the balance that is confirmed now. */
async function takenBack(
  services: SweepServices,
  chain: SweptChain,
  { holding, movements }: TakingBack,
): Promise<Holding> {
  const { address, tokenAddress: token } = holding
  const own = movements.filter((movement) => assetKey(movement) === assetKey(holding))
  if (own.length === 0) return holding
  const sumOf = (kind: OwnMovement['kind']) =>
    own.reduce((sum, one) => (one.kind === kind ? sum + one.amountBase : sum), 0n)
  const moved = { sweptBase: sumOf('sweep'), feeBase: sumOf('fee'), gasBase: sumOf('gas') }
  return withoutMoved(holding, moved, await confirmedBalance(services, chain, { address, token }))
}

/** Takes back the coin that a token's sweep moved or paid with; undefined if it did neither. */
async function coinTakenBack(
  services: SweepServices,
  chain: SweptChain,
  { holding, movements }: TakingBack,
): Promise<{ after: Holding; before: Holding } | undefined> {
  const isPaid = movements.some(({ tokenAddress }) => tokenAddress === null)
  if (holding.tokenAddress === null || !isPaid) return undefined
  const before = await loadHolding(services.table, { ...holding, tokenAddress: null })
  return (
    before && { after: await takenBack(services, chain, { holding: before, movements }), before }
  )
}
