import { chainById } from '../../chain/chains.ts'
import { formatBase, parseDecimal } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { isSameAsset } from '../../payments/checkout-sessions/rules/session-terms.ts'
import type { Holding } from '../../payments/holdings/rules/holding.ts'
import { feeOfEach, type Sweep } from '../../payments/holdings/rules/sweep.ts'
import { isOwnMovement, type OwnMovement } from '../../payments/ledger/rules/address-movement.ts'
import type { Transfer } from '../../payments/ledger/rules/transfer.ts'
import { loadAddressMovements } from '../../payments/ledger/store/address-movements.ts'
import { loadTransfers } from '../../payments/ledger/store/transfers.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { fiatShare } from './rules/fiat-share.ts'
import type { PayoutRow } from './wire/payout-row.ts'

type Of = {
  holding: Holding
  session: CheckoutSession | undefined
  sweepOf: (id: string) => Promise<Sweep | undefined>
}

/** Receipts and outflows of an address in one asset, in the order of the chain. */
export async function payoutRows(table: Table, of: Of): Promise<PayoutRow[]> {
  const { holding } = of
  const [transfers, movements] = await Promise.all([
    loadTransfers(table, holding),
    loadAddressMovements(table, holding),
  ])
  const received = transfers.filter((one) => !one.orphaned && isSameAsset(one, holding))
  const own = movements.filter(isOwnMovement).filter((one) => isSameAsset(one, holding))
  const unmatched = await unmatchedRow(table, of, received)
  const rows = [
    ...unmatched,
    ...received.map(async (one) => ({ at: one.blockNumber, row: await paymentRow(of, one, own) })),
    ...own.map(async (one) => ({ at: one.blockNumber, row: await movementRow(of, one) })),
  ]
  const made = await Promise.all(rows)
  return made.toSorted((a, b) => Number(a.at - b.at)).map(({ row }) => row)
}

/**
 * What arrived and counts for no payment, so that receipts and outflows add up. Its transactions aren’t recorded; it is as
 * old as its deposit.
 */
async function unmatchedRow(
  table: Table,
  of: Of,
  payments: readonly Transfer[],
): Promise<{ at: bigint; row: PayoutRow }[]> {
  const { holding } = of
  const paidBase = payments.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  const amountBase = holding.receivedBase - paidBase
  if (amountBase <= 0n) return []
  const deposits = await loadUnmatchedDeposits(table, holding)
  const deposit = deposits.find((one) => isSameAsset(one, holding))
  if (!deposit) return []
  const { readAtBlock: at, seenAt } = deposit
  const cells = { time: seenAt.toISOString(), sweep: null, fee: null, feeAsset: null }
  const moved = { txHash: null, blockNumber: at, amountBase }
  return [{ at, row: { ...rowOf(of, moved), type: 'unmatched', ...cells } }]
}

/** With the first sweep after it, which moved it. */
async function paymentRow(
  of: Of,
  transfer: Transfer,
  own: readonly OwnMovement[],
): Promise<PayoutRow> {
  const [next] = own
    .filter(({ kind, blockNumber }) => kind === 'sweep' && blockNumber >= transfer.blockNumber)
    .toSorted((a, b) => Number(a.blockNumber - b.blockNumber))
  const { sweep, fee, feeAsset } = await sweepCells(of, next)
  const time = transfer.blockTime.toISOString()
  return { ...rowOf(of, transfer), type: 'payment', time, sweep, fee, feeAsset }
}

async function movementRow(of: Of, movement: OwnMovement): Promise<PayoutRow> {
  const { kind } = movement
  const { time, sweep, fee, feeAsset } = await sweepCells(of, movement)
  const cells = kind === 'sweep' ? { fee, feeAsset } : { fee: null, feeAsset: null }
  return { ...rowOf(of, movement), type: kind, time, sweep, ...cells }
}

type SweepCells = Pick<PayoutRow, 'time' | 'sweep' | 'fee' | 'feeAsset'>

/** The fee is the address's share of the transaction's cost, in the native coin. */
async function sweepCells({ sweepOf }: Of, movement: OwnMovement | undefined): Promise<SweepCells> {
  const id = movement?.sweepId ?? null
  const none = { time: null, sweep: id, fee: null, feeAsset: null }
  const sweep = id === null ? undefined : await sweepOf(id)
  const native = sweep && chainById(sweep.chainId)?.native
  const shareBase = sweep ? feeOfEach(sweep) : null
  if (!sweep || !native || shareBase === null) return none
  const fee = formatBase(shareBase, native.decimals)
  return { time: timeOf(sweep), sweep: id, fee, feeAsset: native.symbol }
}

/** When it was recorded as confirmed. */
function timeOf({ finalAt }: Sweep): string | null {
  return finalAt?.toISOString() ?? null
}

/** A transaction's cost to the gas wallet; undefined for transactions that it doesn't pay, and before it is final. */
export function networkFeeRow(sweep: Sweep): PayoutRow | undefined {
  const { id, chainId, kind, sender, mined, feeBase } = sweep
  const native = chainById(chainId)?.native
  if (kind === 'native' || kind === 'token' || !mined || feeBase === null || !native) return
  return {
    type: 'network-fee',
    session: null,
    status: null,
    chainId,
    asset: native.symbol,
    transaction: mined.hash,
    block: String(mined.blockNumber),
    time: timeOf(sweep),
    address: sender,
    amount: formatBase(feeBase, native.decimals),
    sweep: id,
    fee: null,
    feeAsset: null,
    ...noValue,
    metadata: {},
  }
}

const noValue = {
  rateUsd: null,
  valueUsd: null,
  fiatValue: null,
  fiatAmount: null,
  fiatCurrency: null,
}

type Moved = Pick<Transfer, 'txHash' | 'blockNumber' | 'amountBase'>

function rowOf(
  { holding, session }: Of,
  { txHash, blockNumber, amountBase }: Moved,
): Omit<PayoutRow, 'type' | keyof SweepCells> {
  const { sessionId, chainId, symbol, address, decimals } = holding
  return {
    session: sessionId,
    status: session?.status ?? null,
    chainId,
    asset: symbol,
    address,
    transaction: txHash,
    block: String(blockNumber),
    amount: formatBase(amountBase, decimals),
    ...valueCells(holding, session, amountBase),
    metadata: session?.metadata ?? {},
  }
}

/** At the price that was locked for the session, if it is in the session's asset. */
function valueCells(
  holding: Holding,
  session: CheckoutSession | undefined,
  amountBase: bigint,
): Pick<PayoutRow, keyof typeof noValue> {
  if (!session) return noValue
  const { lock, fiat } = session
  const order = { fiatAmount: fiat.amount, fiatCurrency: fiat.currency }
  if (!isSameAsset(lock, holding)) return { ...noValue, ...order }
  const rateUsd = lock.unitPriceUsd
  const valueUsd = usdValue(amountBase, holding.decimals, rateUsd)
  return {
    ...order,
    rateUsd,
    valueUsd,
    fiatValue: fiatShare(fiat.amount, amountBase, lock.amountBase),
  }
}

/** To six decimals, rounded down. */
function usdValue(amountBase: bigint, decimals: number, rateUsd: string): string | null {
  const rate = parseDecimal(rateUsd, 60)
  if (!rate) return null
  const micros = (amountBase * rate.units * 10n ** 6n) / 10n ** BigInt(decimals + rate.scale)
  return formatBase(micros, 6)
}
