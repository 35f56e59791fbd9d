import { canonicalBlockHash } from '../../../chain/blocks/canonical-block-hash.ts'
import type { AgreedReceipt } from '../../../chain/sending/agreed-receipt.ts'
import { isMinedNowhere } from '../../../chain/sending/agreed-receipt.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { endedSweeps } from '../../../payments/holdings/store/sweeps.ts'
import { noteUnreadSweep } from '../planning/unread-rows.ts'
import { nextRecheck } from '../rules/next-recheck.ts'
import { saveSweep } from '../sending/save-sweep.ts'
import type { SweepingChain, SweepServices, SweptChain } from '../sweep-services.ts'
import { hashesOf, receiptOf } from './receipt-of.ts'

/**
 * Compares sweeps that ended in the last two hours with the chain. Those whose blocks were reorged are marked, and their
 * owner is alerted: the newest first, since the ledger has to be set back in this order. Returns whether there are any.
 * Throws `ChainUnavailable`.
 */
export async function recheckSweeps(
  services: SweepServices,
  chain: SweepingChain,
): Promise<boolean> {
  const { table, now } = services
  const onUnreadable = noteUnreadSweep(chain.unread, { isUnderWay: false })
  const of = { mode: chain.mode, chainId: chain.client.chain.chainId, onUnreadable }
  const due = await endedSweeps(table, { ...of, before: now() })
  const found = await compared(services, chain, due)
  if (!found.some(isReorged)) {
    await keepAll(services, found)
    return false
  }
  const dueIds = new Set(due.map(({ id }) => id))
  const others = (await endedSweeps(table, of)).filter(({ id }) => !dueIds.has(id))
  const all = [...found, ...(await compared(services, chain, others))]
  for (const { sweep } of all.filter(isReorged).toSorted(newestFirst)) await reopen(services, sweep)
  await keepAll(services, all)
  return true
}

type Standing = 'stands' | 'reorged' | 'unknown'
type Compared = { sweep: Sweep; standing: Standing }

async function compared(
  services: SweepServices,
  chain: SweptChain,
  sweeps: readonly Sweep[],
): Promise<Compared[]> {
  const found: Compared[] = []
  for (const sweep of sweeps) {
    const receipt = await receiptOf(services, chain, sweep)
    found.push({ sweep, standing: await standingOf(chain, sweep, receipt) })
  }
  return found
}

function isReorged({ standing }: Compared): boolean {
  return standing === 'reorged'
}

function newestFirst(a: Compared, b: Compared): number {
  return a.sweep.id < b.sweep.id ? 1 : -1
}

/** Sweeps that can't be compared now are checked in the next run. */
async function keepAll({ table, now }: SweepServices, found: readonly Compared[]): Promise<void> {
  for (const { sweep, standing } of found) {
    if (standing !== 'stands') continue
    const recheckAt = sweep.finalAt && nextRecheck(sweep.finalAt, now())
    await saveSweep(table, { ...sweep, recheckAt })
  }
}

/** Whether a sweep ended as it was recorded. Unknown while too few nodes can tell. */
async function standingOf(
  { client }: SweptChain,
  sweep: Sweep,
  receipt: AgreedReceipt | undefined,
): Promise<Standing> {
  const { mined } = sweep
  if (receipt) return receipt.blockHash === mined?.blockHash ? 'stands' : 'reorged'
  if (!mined) return 'stands'
  if ((await canonicalBlockHash(client, mined.blockNumber)) === mined.blockHash) return 'unknown'
  return (await isMinedNowhere(client, hashesOf(sweep))) ? 'reorged' : 'unknown'
}

async function reopen({ table, alert }: SweepServices, sweep: Sweep): Promise<void> {
  const { mode, chainId, id, status } = sweep
  const what = `The chain was reorged below the block in which sweep ${id} was ${status}.`
  const message = `${what} Its money counts as unswept until a transaction of it is confirmed again.`
  // Before saving, so that a crash repeats the alert instead of losing it.
  alert({ mode, chainId, message })
  await saveSweep(table, { ...sweep, status: 'reorged', recheckAt: null })
}
