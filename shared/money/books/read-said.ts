import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { larger } from '../../kernel/money.ts'
import { baseUnits, moment } from '../../kernel/store/codecs.ts'
import { queryAll } from '../../kernel/store/query.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import { readRow } from '../../kernel/store/unreadable-rows.ts'
import { sessionKeys } from '../../payments/checkout-sessions/store/keys.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { refundKeys, refundPartitions } from '../refunds/store/keys.ts'
import type { SaidAsset, SaidBooks, SaidRefund, SaidSweep } from './rules/compare-books.ts'

// The rows of a session are read here once more, and on purpose: what reads them elsewhere is what is checked.

const sessionRow = z.object({
  address: z.string(),
  status: z.string(),
  lock: z.object({ chainId: z.int(), tokenAddress: z.string().nullable() }),
  received: z.object({ confirmedBase: baseUnits }),
  provider: z.object({ paymentId: z.string().nullable() }).nullish(),
  settlement: z.object({ from: z.string() }).nullish(),
  refunds: z.object({ promisedBase: baseUnits, doneBase: baseUnits }).optional(),
  createdAt: moment,
  closedAt: moment.nullable(),
})

const asset = { chainId: z.int(), tokenAddress: z.string().nullable() }

const depositRow = z.object({
  ...asset,
  amountBase: baseUnits,
  promisedBase: baseUnits.optional(),
})

const refundRow = z.object({
  ...asset,
  status: z.string(),
  depositId: z.string().nullable(),
  amountBase: baseUnits,
  address: z.string().nullable(),
  transfer: z.object({ txHash: z.string() }).nullable(),
})

// Until a sweep has read its balance, it only says that there is something.
const holdingRow = z.object({
  ...asset,
  sweepId: z.string().nullish(),
  readAtBlock: baseUnits.optional(),
  receivedBase: baseUnits.optional(),
  sweptBase: baseUnits.optional(),
  feeBase: baseUnits.optional(),
  gasBase: baseUnits.optional(),
})

const movementRow = z.object({
  ...asset,
  kind: z.enum(['sweep', 'fee', 'gas']),
  amountBase: baseUnits,
  txHash: z.string(),
  sweepId: z.string().optional(),
})

type Rows = {
  session: z.output<typeof sessionRow>
  deposits: z.output<typeof depositRow>[]
  holdings: z.output<typeof holdingRow>[]
  movements: z.output<typeof movementRow>[]
  refunds: z.output<typeof refundRow>[]
}

/** The service's own records of one session on one chain. */
export type Said = {
  address: string
  createdAt: Date
  /** Null while its window is open: its books are still open as well. */
  closedAt: Date | null
  /** Whether a sweep is under way, so that its books can't be compared now. */
  isMoving: boolean
  /** The newest block that it was read at. */
  readAtBlock: bigint
  /** The sweeps that its records name. */
  sweepIds: readonly string[]
  books: (sweeps: readonly Sweep[]) => SaidBooks
  /** Changes with every write. */
  state: string
}

type Of = { mode: Mode; sessionId: string; chainId: number }

/** The service's records of a session's address on a chain (consistent), or undefined if there is no such session. */
export async function readSaid(
  table: Table,
  { mode, sessionId, chainId }: Of,
): Promise<Said | undefined> {
  const { pk: partition } = sessionKeys.session(mode, sessionId)
  const all = await queryAll(table, { partition }, z.looseObject({ sk: z.string() }))
  const found = all.find(({ sk }) => sk === 'session')
  if (!found) return undefined
  const named = (prefix: string) => all.filter(({ sk }) => sk.startsWith(prefix))
  const here = <Row extends { chainId: number }>(rows: Row[]) =>
    rows.filter((row) => row.chainId === chainId)
  const movements = named('movement#').filter(({ sk }) => !sk.startsWith('movement#opening#'))
  const session = readRow(found, sessionRow)
  const deposits = named('unmatched#').map((row) => readRow(row, depositRow))
  const isPromised = [session.refunds, ...deposits].some((one) => one?.promisedBase)
  const rows: Rows = {
    session,
    deposits: here(deposits),
    refunds: isPromised ? here(await readRefunds(table, mode, sessionId)) : [],
    holdings: here(named('holding#').map((row) => readRow(row, holdingRow))),
    movements: here(movements.map((row) => readRow(row, movementRow))),
  }
  const { holdings } = rows
  return {
    address: session.address.toLowerCase(),
    createdAt: session.createdAt,
    closedAt: session.closedAt,
    isMoving: holdings.some(({ sweepId }) => typeof sweepId === 'string'),
    readAtBlock: holdings.reduce((most, { readAtBlock: at = 0n }) => larger(at, most), 0n),
    sweepIds: [...new Set(rows.movements.flatMap(({ sweepId }) => sweepId ?? []))],
    books: (sweeps) => booksOf(rows, chainId, sweeps),
    state: JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  }
}

/** The index may be behind, so each is read again. */
async function readRefunds(table: Table, mode: Mode, sessionId: string): Promise<Rows['refunds']> {
  const partition = refundPartitions.refundsOfSession(mode, sessionId)
  const named = await queryAll(table, { index: 'parent', partition }, z.object({ id: z.string() }))
  // Providers' have keys of another kind: no chain knows of them.
  const read = named.map(({ id }) => readItem(table, refundKeys.refund(mode, id), refundRow))
  return (await Promise.all(read)).flatMap((row) => row ?? [])
}

function booksOf(rows: Rows, chainId: number, all: readonly Sweep[]): SaidBooks {
  const address = rows.session.address.toLowerCase()
  const sweeps = all
    .filter((sweep) => sweep.chainId === chainId)
    .flatMap((sweep) => saidSweeps(sweep, address))
  const { session, deposits, holdings, movements } = rows
  const refunds = rows.refunds.flatMap(saidRefund)
  const ofSession = countedOf(session, chainId)
  const counted = [
    ...(ofSession ? [ofSession] : []),
    ...deposits.map(({ tokenAddress, amountBase }) => ({ tokenAddress, amountBase })),
  ]
  const tokens = new Set(
    [...counted, ...holdings, ...movements, ...rows.refunds].map(({ tokenAddress }) =>
      lower(tokenAddress),
    ),
  )
  return {
    address,
    assets: [...tokens.add(null)].map((token) =>
      saidAsset(token, { counted, holdings, movements, refunds }),
    ),
    sweeps,
    refunds,
    refunded: refundedOf(session, chainId),
    named: new Set([
      ...[...sweeps, ...movements].map(({ txHash }) => txHash),
      ...refunds.flatMap(({ txHash }) => txHash ?? []),
    ]),
    gasFrom: new Set(
      [
        ...sweeps.filter(({ isTopUp }) => isTopUp),
        ...movements.filter(({ kind }) => kind === 'gas'),
      ].map(({ txHash }) => txHash),
    ),
  }
}

/** The amount that counts for a closed session: nothing if it expired, or if a hosted provider paid it. */
function countedOf(
  { status, settlement, provider, lock, received }: Rows['session'],
  chainId: number,
): { tokenAddress: string | null; amountBase: bigint } | undefined {
  const closedAs = settlement?.from ?? status
  const isProviders = typeof provider?.paymentId === 'string'
  if (lock.chainId !== chainId || closedAs === 'expired' || isProviders) return undefined
  return { tokenAddress: lock.tokenAddress, amountBase: received.confirmedBase }
}

function refundedOf({ lock, refunds }: Rows['session'], chainId: number): SaidBooks['refunded'] {
  if (lock.chainId !== chainId || !refunds) return null
  return { token: lower(lock.tokenAddress), base: refunds.doneBase }
}

/** Empty for a canceled refund. */
function saidRefund(row: Rows['refunds'][number]): SaidRefund[] {
  const { status, tokenAddress, depositId, amountBase, address, transfer } = row
  if (status === 'canceled') return []
  const isConfirmed = status === 'confirmed'
  return [
    {
      token: lower(tokenAddress),
      amountBase,
      isOfSession: depositId === null,
      isDone: isConfirmed || status === 'reported',
      recipient: address?.toLowerCase() ?? null,
      txHash: (isConfirmed && transfer?.txHash) || null,
    },
  ]
}

type Rest = Pick<Rows, 'holdings' | 'movements'> & {
  refunds: readonly SaidRefund[]
  counted: readonly { tokenAddress: string | null; amountBase: bigint }[]
}

function saidAsset(
  token: string | null,
  { counted, holdings, movements, refunds }: Rest,
): SaidAsset {
  const isOf = (one: { tokenAddress: string | null }) => lower(one.tokenAddress) === token
  const holding = holdings.find(isOf)
  const sum = (rows: readonly { amountBase: bigint }[]) =>
    rows.reduce((all, { amountBase }) => all + amountBase, 0n)
  const own = movements.filter(isOf)
  return {
    token,
    receivedBase: holding ? (holding.receivedBase ?? null) : 0n,
    sweptBase: holding?.sweptBase ?? 0n,
    feeBase: holding?.feeBase ?? 0n,
    gasBase: holding?.gasBase ?? 0n,
    countedBase: sum(counted.filter(isOf)),
    promisedBase: sum(refunds.filter((refund) => refund.token === token)),
    movedBase:
      sum(own.filter(({ kind }) => kind !== 'gas')) - sum(own.filter(({ kind }) => kind === 'gas')),
  }
}

/** The part of a sweep that concerns the address, once the sweep has ended in a block. */
function saidSweeps(sweep: Sweep, address: string): SaidSweep[] {
  const { status, mined, kind, tokenAddress, items, attempts, feeBase } = sweep
  if (!mined || (status !== 'final' && status !== 'canceled')) return []
  const attempt = attempts.find(({ hash }) => hash === mined.hash)
  const isTopUp = kind === 'top-up'
  return items
    .filter((item) => item.address.toLowerCase() === address)
    .map(({ movedBase }) => ({
      txHash: mined.hash,
      isTopUp,
      movedBase: movedBase ?? 0n,
      feeBase,
      token: isTopUp ? null : lower(tokenAddress),
      recipient: (attempt?.recipient ?? sweep.recipient).toLowerCase(),
    }))
}

function lower(token: string | null): string | null {
  return token === null ? null : token.toLowerCase()
}
