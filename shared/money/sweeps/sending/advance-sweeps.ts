import { readConfirmedBlock } from '../../../chain/blocks/read-confirmed-block.ts'
import { onlyUnreadable } from '../../../kernel/store/unreadable-rows.ts'
import { isCancelable, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { sweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
import { activeSweeps } from '../../../payments/holdings/store/sweeps.ts'
import { isHeldUp, noteUnread, noteUnreadSweep, type UnreadRows } from '../planning/unread-rows.ts'
import { isReached } from '../settling/is-reached.ts'
import { reopenSweeps } from '../settling/reopen-sweeps.ts'
import { loadAbandonRequests } from '../store/abandon-requests.ts'
import type { SigningChain, SweepServices } from '../sweep-services.ts'
import { announceOverdue } from '../watching/announce-overdue.ts'
import { type Advancing, advanceSweep } from './advance-sweep.ts'
import { saveSweep } from './save-sweep.ts'

type Advance = {
  isOver: () => boolean
  /** Where errors of single sweeps are added. */
  failures: unknown[]
}

/**
 * Takes each sweep of a chain as far as it gets now. Returns how many are left, of those that can be read. Throws
 * `ChainUnavailable`.
 */
export async function advanceSweeps(
  services: SweepServices,
  chain: SigningChain,
  options: Advance,
): Promise<number> {
  const { mode, client, unread } = chain
  const onUnreadable = noteUnreadSweep(unread, { isUnderWay: true })
  const ofChain = { mode, chainId: client.chain.chainId, onUnreadable }
  const active = await activeSweeps(services.table, ofChain)
  if (active.length === 0) return 0
  const confirmed = await services.ask(client, (limited) =>
    readConfirmedBlock(limited, { now: services.now() }),
  )
  let opened: ReturnType<SweepServices['payoutWallet']> | undefined
  const payout = () => {
    opened ??= services.payoutWallet(mode, client.chain.chainId)
    return opened
  }
  const advancing: Advancing = { ...chain, confirmed, payout }
  const reorged = active.filter(({ status }) => status === 'reorged')
  const reopened = await reopenSweeps(services, chain, reorged)
  const others = active.filter(({ status }) => status !== 'reorged')
  await advanceEach(services, advancing, { sweeps: [...reopened, ...others], ...options })
  const left = await activeSweeps(services.table, ofChain)
  await announceOverdue(services, left)
  return left.length
}

async function advanceEach(
  services: SweepServices,
  chain: Advancing,
  { sweeps, isOver, failures }: Advance & { sweeps: readonly Sweep[] },
): Promise<void> {
  const { mode, client, unread } = chain
  const onUnreadable = noteUnread(unread)
  const abandoned = await loadAbandonRequests(services.table, mode, { onUnreadable })
  const canAdvance = (sweep: Sweep) => sweep.status !== 'planned' || !isHeldUp(unread, sweep)
  for (const sweep of sweeps.filter(canAdvance)) {
    try {
      let next = await withAbandoned(services, sweep, abandoned.get(sweep.id))
      while (next && !isOver()) next = await advanceSweep(services, chain, next)
    } catch (error) {
      if (isNoted(unread, error)) continue
      failures.push(error)
      if (!(await isReached(services, client))) break
    }
  }
}

/** Whether the error is only about rows that can't be read, which are noted. */
function isNoted(unread: UnreadRows, error: unknown): boolean {
  const rows = onlyUnreadable(error)
  rows.forEach(noteUnread(unread))
  return rows.length > 0
}

/** The sweep, marked to be canceled if an operator wishes so and nothing of it is mined. */
function withAbandoned(
  { table }: SweepServices,
  sweep: Sweep,
  note: string | undefined,
): Promise<Sweep | undefined> {
  const isNew = note !== undefined && sweep.cancelReason === null && isCancelable(sweep)
  if (!isNew) return Promise.resolve(sweep)
  const { text: cancelReason, words: cancelWords } = sweepProblem('abandoned', { note })
  return saveSweep(table, { ...sweep, cancelReason, cancelWords })
}
