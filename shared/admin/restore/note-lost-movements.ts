import type { ChainClient } from '../../chain/open-chain.ts'
import { commit, type Decision } from '../../kernel/operation/commit.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type ConfirmedBalance,
  confirmedBalance,
} from '../../money/sweeps/settling/confirmed-balance.ts'
import type { SweepServices } from '../../money/sweeps/sweep-services.ts'
import {
  emptyHolding,
  type Moved,
  settled,
  withBalance,
  withMoved,
} from '../../payments/holdings/rules/holding.ts'
import { holdingWrite, loadHolding } from '../../payments/holdings/store/holdings.ts'
import { isOwnMovement, type OwnMovement } from '../../payments/ledger/rules/address-movement.ts'
import {
  addressMovementWrite,
  loadAddressMovements,
} from '../../payments/ledger/store/address-movements.ts'
import type { Lost } from './lost-sweeps-on.ts'

type Services = Pick<SweepServices, 'table' | 'ask' | 'now'>

/** A transaction has 100 writes, and one of them is the holding. */
const movementsAtOnce = 50

/**
 * Stores movements as if their sweeps had been settled here: an address's movements and its holding of an asset change
 * together, once. A sweep that is under way records nothing that is recorded here. Throws `ChainUnavailable`.
 */
export async function noteLostMovements(
  services: Services,
  client: ChainClient,
  lost: readonly Lost[],
): Promise<void> {
  for (const ofAsset of Map.groupBy(lost, assetOf).values()) {
    for (let start = 0; start < ofAsset.length; start += movementsAtOnce) {
      await noteOfAsset(services, client, ofAsset.slice(start, start + movementsAtOnce))
    }
  }
}

function assetOf({ of: { sessionId }, movement: { tokenAddress } }: Lost): string {
  return `${sessionId}#${tokenAddress ?? 'native'}`
}

async function noteOfAsset(
  services: Services,
  client: ChainClient,
  lost: readonly Lost[],
): Promise<void> {
  const [first] = lost
  if (!first) return
  const { mode, address } = first.of
  const asset = { address, token: first.movement.tokenAddress }
  const shown = await confirmedBalance(services, { mode, client }, asset)
  await commit(services.table, () => noting(services.table, { first, lost, shown }))
}

type Noting = { first: Lost; lost: readonly Lost[]; shown: ConfirmedBalance }

async function noting(
  table: Table,
  { first: { of, symbol, decimals, movement }, lost, shown }: Noting,
): Promise<Decision<void>> {
  const { chainId, tokenAddress } = movement
  const asset = { ...of, chainId, symbol, tokenAddress, decimals }
  const holding = (await loadHolding(table, asset)) ?? emptyHolding(asset)
  const known = (await loadAddressMovements(table, of)).filter(isOwnMovement)
  const added = lost
    .map((each) => each.movement)
    .filter((each) => !known.some((own) => isSame(own, each)))
  const [newest] = added.toSorted((a, b) => (a.blockNumber < b.blockNumber ? 1 : -1))
  if (!newest) return { result: undefined }
  const after = withBalance(withMoved(holding, sumOf(added), newest.blockNumber), shown)
  const isEmpty = after.balanceBase <= 0n && after.sweepId === null
  const { version } = holding
  return {
    result: undefined,
    writes: [
      holdingWrite({ ...(isEmpty ? settled(after) : after), version: version + 1 }, version),
      ...added.map((each) => addressMovementWrite(of, each)),
    ],
  }
}

function isSame(one: OwnMovement, other: OwnMovement): boolean {
  return (
    one.kind === other.kind &&
    one.txHash === other.txHash &&
    one.chainId === other.chainId &&
    one.tokenAddress === other.tokenAddress
  )
}

function sumOf(movements: readonly OwnMovement[]): Moved {
  const sum = (wanted: OwnMovement['kind']) =>
    movements
      .filter(({ kind }) => kind === wanted)
      .reduce((total, { amountBase }) => total + amountBase, 0n)
  return { sweptBase: sum('sweep'), feeBase: sum('fee'), gasBase: sum('gas') }
}
