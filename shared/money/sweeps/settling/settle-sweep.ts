import type { AgreedReceipt } from '../../../chain/sending/agreed-receipt.ts'
import {
  requireAllRead,
  type UnreadableRow,
  unlessUnreadable,
} from '../../../kernel/store/unreadable-rows.ts'
import {
  attemptOf,
  isFromDepositAddress,
  type Sweep,
  type SweepItem,
} from '../../../payments/holdings/rules/sweep.ts'
import { sweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
import { nextRecheck } from '../rules/next-recheck.ts'
import { saveSweep } from '../sending/save-sweep.ts'
import { gasUseWrite } from '../store/gas-use.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { watchFees } from '../watching/watch-fees.ts'
import { releaseItem, settleItem } from './settle-item.ts'

type Settling = { sweep: Sweep; receipt: AgreedReceipt }

/**
 * Records what a confirmed transaction moved: each item with its holding and its session's movements in a transaction of
 * its own, then the sweep as final. Continues after a crash where it stopped. If some can't be read, it throws after the
 * others, and the sweep is not final yet.
 */
export async function settleSweep(
  services: SweepServices,
  chain: SweptChain,
  { sweep, receipt }: Settling,
): Promise<void> {
  const items = await eachReadable(sweep, (item) =>
    settleItem(services, chain, { sweep, item, receipt }),
  )
  const { now, table } = services
  const mined = attemptOf(sweep, receipt.hash)
  const isCanceled = mined?.isCancellation
  const { recipient } = (!isCanceled && mined) || sweep
  const status = isCanceled ? 'canceled' : 'final'
  const finalAt = now()
  const recheckAt = recheckOf(chain, finalAt)
  const done = { status, recipient, items, feeBase: receipt.feeBase, finalAt, recheckAt } as const
  const isPaidForOthers = !isCanceled && !isFromDepositAddress(sweep)
  const use = isPaidForOthers ? [gasUseWrite(sweep, now())] : []
  const saved = await saveSweep(table, { ...sweep, ...done }, use)
  if (saved && !isCanceled) await watchFees(services, chain, saved)
}

/** The results of all items, or throws after the last one if some can't be read. */
async function eachReadable<Result>(
  { items }: Sweep,
  work: (item: SweepItem) => Promise<Result>,
): Promise<Result[]> {
  const unreadable: UnreadableRow[] = []
  const results: Result[] = []
  for (const item of items) {
    const note = (row: UnreadableRow) => void unreadable.push(row)
    const done = await unlessUnreadable(async () => ({ result: await work(item) }), note)
    if (done) results.push(done.result)
  }
  requireAllRead(unreadable)
  return results
}

/**
 * Releases what a sweep had reserved, since its transaction can never be mined: its nonce is used. If some can't be read,
 * it throws after the others.
 */
export async function giveUpSweep(
  services: SweepServices,
  chain: SweptChain,
  sweep: Sweep,
): Promise<void> {
  const { mode, chainId, id, sender, nonce } = sweep
  await eachReadable(sweep, (item) => releaseItem(services, sweep, item))
  const finalAt = services.now()
  const { text: problem, words: problemWords } = sweepProblem('nonce_used', { sender, nonce })
  const given = await saveSweep(services.table, {
    ...sweep,
    status: 'replaced',
    problem,
    problemWords,
    finalAt,
    recheckAt: recheckOf(chain, finalAt),
  })
  if (given) services.alert({ mode, chainId, message: `Sweep ${id} is replaced. ${problem}` })
}

/** A block that the chain itself calls finalized is never reorged. */
function recheckOf({ client: { chain } }: SweptChain, finalAt: Date): Date | null {
  return chain.confirmedBy === 'finalized-tag' ? null : nextRecheck(finalAt, finalAt)
}
