import type { Reading } from '../../../chain/balances/read-received.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import type { ChainAsset } from '../../../chain/chains.ts'
import { refuseContradiction } from '../../../chain/nodes/refuse-contradiction.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { isSameAsset } from '../../checkout-sessions/rules/session-terms.ts'
import type { Sweep } from '../../holdings/rules/sweep.ts'
import { type AddressMovement, openingOf, receivedBase } from '../rules/address-movement.ts'
import { type UnmatchedDeposit, unmatchedPart } from '../rules/unmatched-deposit.ts'
import { type CorrectLedgerDeps, correctLedger } from '../scanning/correct-ledger.ts'
import { type Ledger, loadLedger, receivedReading } from '../scanning/count-money.ts'
import { dropSurplus } from '../scanning/drop-surplus.ts'
import { loadAddressMovements } from '../store/address-movements.ts'
import { loadTransfers, saveTransfers } from '../store/transfers.ts'
import { loadUnmatchedDeposits } from '../store/unmatched-deposits.ts'
import { isMoved, movingSweeps, sentToAddress } from './moving-sweeps.ts'
import { withOpening } from './note-opening.ts'
import { type NoteUnmatchedDepositDeps, noteUnmatchedDeposit } from './note-unmatched-deposit.ts'
import { noteUnswept } from './note-unswept.ts'

/** Money is just leaving an address, so its balance shows at least, and not exactly, what its customers sent. */
export class BeingSwept extends ChainUnavailable {
  constructor(chainId: number) {
    super(chainId, 'the address is being swept; check again in a few minutes')
  }
}

/** The holdings on one chain, with a reading of each asset that could be read. */
type Holdings = {
  chainId: number
  assets: readonly ChainAsset[]
  readings: readonly (Reading | undefined)[]
}

export type NoteHoldingsDeps = CorrectLedgerDeps & NoteUnmatchedDepositDeps

/**
 * Records the balances of an address on a chain, and returns whether anything has changed. Assets that could not be
 * read stay as they are. Throws `BeingSwept` once the others are recorded.
 */
export async function noteHoldings(
  deps: NoteHoldingsDeps,
  session: CheckoutSession,
  { chainId, assets, readings }: Holdings,
): Promise<boolean> {
  await dropStrays(deps.table, session)
  // Before the movements: a sweep that ends meanwhile is either seen here or among them.
  const moving = await movingSweeps(deps.table, session, chainId)
  const records = await loadRecords(deps.table, session)
  const outcomes: boolean[] = []
  for (const [index, asset] of assets.entries()) {
    const reading = readings[index]
    const isMoving = moving.some((sweep) => isMoved(sweep, asset.tokenAddress))
    if (!reading) continue
    const holding = holdingOf(session, records, { reading, asset, chainId })
    if (isMoving) await noteGrowth(deps, session, { ...holding, moving })
    else outcomes.push(await noteHolding(deps, session, holding))
  }
  const held = assets.filter((_, index) => (readings[index]?.headBase ?? 0n) > 0n)
  await noteUnswept(deps, session, { chainId, assets: held })
  if (assets.some(({ tokenAddress }) => moving.some((sweep) => isMoved(sweep, tokenAddress)))) {
    throw new BeingSwept(chainId)
  }
  return outcomes.includes(true)
}

type Records = { deposits: UnmatchedDeposit[]; movements: AddressMovement[]; ledger: Ledger }

async function loadRecords(table: Table, session: CheckoutSession): Promise<Records> {
  const { mode, id: sessionId } = session
  const [deposits, movements, noted] = await Promise.all([
    loadUnmatchedDeposits(table, { mode, sessionId }),
    loadAddressMovements(table, { mode, sessionId }),
    loadLedger(table, session),
  ])
  return { deposits, movements, ledger: await dropSurplus(table, session, noted) }
}

type Noted = {
  reading: Reading
  asset: ChainAsset
  movements: readonly AddressMovement[]
  known: UnmatchedDeposit | undefined
  /** Set only for the session's own asset. */
  ledger: Ledger | undefined
}

function holdingOf(
  { lock }: CheckoutSession,
  { deposits, movements, ledger }: Records,
  { reading, asset, chainId }: { reading: Reading; asset: ChainAsset; chainId: number },
): Noted {
  const isThis = (other: { chainId: number; tokenAddress: string | null }) =>
    isSameAsset(other, { chainId, tokenAddress: asset.tokenAddress })
  return {
    reading,
    asset,
    movements: movements.filter(isThis),
    known: deposits.find((deposit) => isThis(deposit) && deposit.reason !== 'before_session'),
    ledger: isThis(lock) ? ledger : undefined,
  }
}

async function noteHolding(
  deps: NoteHoldingsDeps,
  session: CheckoutSession,
  { reading: held, asset, movements: noted, known, ledger }: Noted,
): Promise<boolean> {
  const holding = { reading: held, movements: noted }
  const current = ledger && (await withCurrentOpening(deps, session, holding))
  const movements = current ?? noted
  const reading = receivedReading(held, movements)
  const { client, head, headBase } = reading
  refuseContradiction(client.chain.chainId, reading)
  const own = ledger
    ? await correctLedger(deps, session, {
        reading,
        ledger: { ...ledger, movements: [...movements] },
      })
    : []
  const received = { client, asset, head, own, receivedBase: headBase, movements, known }
  return noteUnmatchedDeposit(deps, session, received)
}

/**
 * Records money that arrives while a sweep hangs. The address's balance, less the coin that we are sending to it, is
 * the minimum that it received; a balance below the known amount proves nothing.
 */
async function noteGrowth(
  deps: NoteHoldingsDeps,
  session: CheckoutSession,
  { reading, asset, movements, known, ledger, moving }: Noted & { moving: readonly Sweep[] },
): Promise<void> {
  const { client, head, headBase } = reading
  const { tokenAddress } = asset
  const { chainId } = client.chain
  const own = ledger?.transfers ?? []
  const heldBase = headBase - sentToAddress(moving, tokenAddress)
  const leastBase = receivedBase(heldBase, movements, head.number)
  const part = unmatchedPart(session, own, { chainId, tokenAddress, receivedBase: leastBase })
  if (part.amountBase <= (known?.amountBase ?? 0n)) return
  const least = { client, asset, head, own, receivedBase: leastBase, movements, known }
  await noteUnmatchedDeposit(deps, session, least)
}

/** Reads the opening holding again if there was one, since its block may have been reorged. */
async function withCurrentOpening(
  deps: NoteHoldingsDeps,
  session: CheckoutSession,
  holding: Parameters<typeof withOpening>[2],
): Promise<AddressMovement[] | undefined> {
  const noted = openingOf(holding.movements)
  return noted && noted.amountBase > 0n ? withOpening(deps, session, holding) : undefined
}

/** Transfers recorded under other terms, before the current ones were selected, don't belong to the session. */
async function dropStrays(table: Table, { mode, id, lock, otherTerms }: CheckoutSession) {
  if (otherTerms.length === 0) return
  const key = { mode, sessionId: id }
  const noted = await loadTransfers(table, key)
  const strays = noted.filter((t) => !t.orphaned && !isSameAsset(t, lock))
  await saveTransfers(
    table,
    key,
    strays.map((stray) => ({ ...stray, orphaned: true })),
  )
}
