import { sendTransaction } from '../chain/sending/send-transaction.ts'
import { announceMissing } from './compare-holdings.ts'
import { receiptOf } from './receipt-of.ts'
import { reopenSweep } from './reopen-sweep.ts'
import type { Sweep } from './rules/sweep.ts'
import { loadHolding } from './store/holdings.ts'
import { loadTransaction } from './store/sweeps.ts'
import type { SweepingChain, SweepServices, SweptChain } from './sweep-services.ts'
import { isLeftAlone, unlessUnread } from './unread-rows.ts'

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
  const reopened: Sweep[] = []
  const blocked = new Set<string>()
  for (const sweep of sweeps.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    const isBlocked = sweep.items.some(
      (item) => blocked.has(item.sessionId) || isLeftAlone(unread, item),
    )
    const again = isBlocked
      ? undefined
      : await unlessUnread(unread, () => reopenSweep(services, chain, sweep))
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

/** The sweep that blocks it may wait for its nonce. */
async function resend(
  { table, ask }: SweepServices,
  { client }: SweptChain,
  sweep: Sweep,
): Promise<void> {
  const raw = await loadTransaction(table, sweep)
  if (raw) await ask(client, (limited) => sendTransaction(limited, raw))
}

/** The reorg may have taken the payment as well. What is mined in another block is not gone. */
async function announceGone(
  services: SweepServices,
  chain: SweptChain,
  sweep: Sweep,
): Promise<void> {
  if (await receiptOf(services, chain, sweep)) return
  for (const { sessionId } of sweep.items) {
    const holding = await loadHolding(services.table, { ...sweep, sessionId })
    if (holding) announceMissing(services, { ...holding, missingBase: 0n }, holding)
  }
}
