import { sendTransaction } from '../../../chain/sending/send-transaction.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { loadHolding } from '../../../payments/holdings/store/holdings.ts'
import { endedSweeps, loadTransaction } from '../../../payments/holdings/store/sweeps.ts'
import { isLeftAlone, noteUnreadSweep, unlessUnread } from '../planning/unread-rows.ts'
import { isOutdated } from '../rules/trusted-sweep.ts'
import type { SweepingChain, SweepServices, SweptChain } from '../sweep-services.ts'
import { announceMissing } from './compare-holdings.ts'
import { receiptOf } from './receipt-of.ts'
import { reopenSweep } from './reopen-sweep.ts'

/**
 * Takes up reorged sweeps again, and returns those that can be sent. The newest first, since what an earlier one left at
 * an address was moved by a later one. Throws `ChainUnavailable`.
 */
export async function reopenSweeps(
  services: SweepServices,
  chain: SweepingChain,
  sweeps: readonly Sweep[],
): Promise<Sweep[]> {
  const { unread } = chain
  if (sweeps.length > 0) await noteEnded(services, chain)
  const reopened: Sweep[] = []
  const blocked = new Set<string>()
  for (const sweep of sweeps.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    const isBlocked = sweep.items.some(({ sessionId }) => blocked.has(sessionId))
    const again = await reopenReadable(services, chain, { sweep, isBlocked })
    if (again) reopened.push(again)
    else {
      for (const { sessionId } of sweep.items) blocked.add(sessionId)
      await unlessUnread(unread, () => resend(services, chain, sweep))
    }
  }
  for (const sweep of reopened) {
    await unlessUnread(unread, () => announceGone(services, chain, sweep))
  }
  return reopened.toReversed()
}

/** Notes those that can't be read, due to be compared or not: a later one may have moved what an earlier one left. */
async function noteEnded(
  { table }: SweepServices,
  { mode, client, unread }: SweepingChain,
): Promise<void> {
  const onUnreadable = noteUnreadSweep(unread, { isUnderWay: false })
  await endedSweeps(table, { mode, chainId: client.chain.chainId, onUnreadable })
}

/**
 * The sweep, if it can be sent. If that can't be read, all of its addresses are left alone: what the reorg brought back
 * to them isn't taken back.
 */
async function reopenReadable(
  services: SweepServices,
  chain: SweepingChain,
  { sweep, isBlocked }: { sweep: Sweep; isBlocked: boolean },
): Promise<Sweep | undefined> {
  const { unread } = chain
  const isUnread = sweep.items.some((item) => isLeftAlone(unread, item))
  if (isBlocked && !isUnread) return undefined
  const reopen = async () => ({ again: await reopenSweep(services, chain, sweep) })
  const done = isUnread ? undefined : await unlessUnread(unread, reopen)
  if (done) return done.again
  for (const { sessionId } of sweep.items) unread.sessions.add(sessionId)
  return undefined
}

/** The sweep that blocks it may wait for its nonce. A sweep to a former payout wallet is not sent again. */
async function resend(
  { table, ask, payoutWallet }: SweepServices,
  { mode, client }: SweptChain,
  sweep: Sweep,
): Promise<void> {
  if (isOutdated(sweep, await payoutWallet(mode, client.chain.chainId))) return
  const raw = await loadTransaction(table, sweep)
  if (raw) await ask(client, (limited) => sendTransaction(limited, raw))
}

/** The reorg may have taken the payment as well. A transaction that is mined in another block is not gone. */
async function announceGone(
  services: SweepServices,
  chain: SweptChain,
  sweep: Sweep,
): Promise<void> {
  if (await receiptOf(services, chain, sweep)) return
  for (const { sessionId } of sweep.items) {
    const holding = await loadHolding(services.table, { ...sweep, sessionId })
    if (holding) await announceMissing(services, { ...holding, missingBase: 0n }, holding)
  }
}
