import type { Reading } from '../../../chain/balances/read-received.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { statusWhenClosed } from '../../checkout-sessions/rules/settle-session.ts'
import { mergeTransfers } from '../rules/merge-transfers.ts'
import { type Transfer, transferKey } from '../rules/transfer.ts'
import { unexplainedMoney } from '../rules/unexplained-money.ts'
import { withoutSurplus } from '../rules/without-surplus.ts'
import { saveTransfers } from '../store/transfers.ts'
import { areCanonical } from './canonical-transfers.ts'
import { type Ledger, refuseOlderHead, searchChain } from './count-money.ts'

export type CorrectLedgerDeps = {
  table: Table
  /** Alerts the operator about a problem that only a person can resolve. */
  alert: (problem: Error, session: CheckoutSession) => void
}

/** Blocks older than this, compared with the head, are no longer reorged. */
const settledMs = 3600_000

class LedgerChanged extends Error {
  constructor({ id, status, lock }: CheckoutSession, beforeBase: bigint, afterBase: bigint) {
    const change = `holds ${afterBase} base units of ${lock.asset} now, not ${beforeBase}`
    super(`session ${id} is ${status}, but chain ${lock.chainId} ${change}`)
    this.name = 'LedgerChanged'
  }
}

/**
 * The transfers of a closed session, updated from the chain if their recent blocks were reorged. The status stays, and
 * the operator is alerted if money left the chain. `reading` is what the address received of the session's asset.
 * Throws `ChainUnavailable`.
 */
export async function correctLedger(
  { table, alert }: CorrectLedgerDeps,
  session: CheckoutSession,
  { reading, ledger }: { reading: Reading; ledger: Ledger },
): Promise<Transfer[]> {
  const key = { mode: session.mode, sessionId: session.id }
  const known = ledger.transfers
  refuseOlderHead(session, reading, ledger)
  // A failed session's money is already gone; if it comes back, it is an unmatched deposit.
  if (statusWhenClosed(session) === 'failed' || (await isSettled(reading, known))) return known
  const found = await searchChain({ session, reading, ledger, txHashes: [] })
  const holding = { balanceBase: reading.headBase, block: reading.head }
  const rest = unexplainedMoney(session, { known, found }, holding)
  const dated = datedInWindow(session, known, [...found, ...rest])
  const current = knownOrReplacing(session, known, dated)
  const { transfers, changed } = mergeTransfers(known, current)
  const [before, after] = [sumBase(standing(known)), sumBase(standing(transfers))]
  // Before saving, so that a crash repeats the alert instead of losing it.
  if (before !== after) alert(new LedgerChanged(session, before, after), session)
  await saveTransfers(table, key, changed)
  return transfers
}

/** Orphaned recent transfers may come back. */
async function isSettled({ client, head }: Reading, known: readonly Transfer[]): Promise<boolean> {
  const ageMs = ({ blockTime }: Transfer) => head.timestamp.getTime() - blockTime.getTime()
  const recent = known.filter((transfer) => ageMs(transfer) < settledMs)
  return recent.every(({ orphaned }) => !orphaned) && areCanonical(client, recent)
}

/** A payment recorded within the window stays in it, even if a reorg moved it to a later block. */
function datedInWindow(
  { lateUntil }: CheckoutSession,
  known: readonly Transfer[],
  current: readonly Transfer[],
): Transfer[] {
  const inWindow = new Set(known.filter((t) => t.blockTime <= lateUntil).map(transferKey))
  return current.map((transfer) => {
    const isMoved = transfer.blockTime > lateUntil && inWindow.has(transferKey(transfer))
    return isMoved ? { ...transfer, blockTime: lateUntil } : transfer
  })
}

/** Other money counts only up to the counted amount that is gone. Anything beyond arrived after the end. */
function knownOrReplacing(
  { lateUntil, received }: CheckoutSession,
  known: readonly Transfer[],
  current: readonly Transfer[],
): Transfer[] {
  const stood = new Set(standing(known).map(transferKey))
  const wasNoted = new Set(known.map(transferKey))
  const counted = current.filter((transfer) => stood.has(transferKey(transfer)))
  let goneBase = received.confirmedBase - sumBase(counted)
  for (const transfer of current) {
    const key = transferKey(transfer)
    const isTooLate = transfer.blockTime > lateUntil && !wasNoted.has(key)
    if (stood.has(key) || isTooLate) continue
    if (goneBase <= 0n) break
    counted.push(transfer)
    goneBase -= transfer.amountBase
  }
  return withoutSurplus(counted, received.confirmedBase)
}

function standing(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter(({ orphaned }) => !orphaned)
}

function sumBase(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n)
}
