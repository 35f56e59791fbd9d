import { readConfirmedBlock } from '../chain/read-confirmed-block.ts'
import { type Advancing, advanceSweep } from './advance-sweep.ts'
import { announceOverdue } from './announce-overdue.ts'
import { isReached } from './is-reached.ts'
import { reopenSweeps } from './reopen-sweeps.ts'
import { isCancelable, type Sweep } from './rules/sweep.ts'
import { saveSweep } from './save-sweep.ts'
import { loadAbandonRequests } from './store/abandon-requests.ts'
import { activeSweeps } from './store/sweeps.ts'
import type { SigningChain, SweepServices } from './sweep-services.ts'

type Advance = {
  isOver: () => boolean
  /** Where errors of single sweeps are added. */
  failures: unknown[]
}

/** Takes each sweep of a chain as far as it gets now. Returns how many are left. Throws `ChainUnavailable`. */
export async function advanceSweeps(
  services: SweepServices,
  chain: SigningChain,
  { isOver, failures }: Advance,
): Promise<number> {
  const { mode, client } = chain
  const active = await activeSweeps(services.table, mode, client.chain.chainId)
  if (active.length === 0) return 0
  const confirmed = await services.ask(client, (limited) =>
    readConfirmedBlock(limited, { now: services.now() }),
  )
  const advancing: Advancing = { ...chain, confirmed }
  const abandoned = await loadAbandonRequests(services.table, mode)
  const reorged = active.filter(({ status }) => status === 'reorged')
  const reopened = await reopenSweeps(services, chain, reorged)
  const others = active.filter(({ status }) => status !== 'reorged')
  for (const sweep of [...reopened, ...others]) {
    try {
      let next = await withAbandoned(services, sweep, abandoned.get(sweep.id))
      while (next && !isOver()) next = await advanceSweep(services, advancing, next)
    } catch (error) {
      failures.push(error)
      if (!(await isReached(services, client))) break
    }
  }
  const left = await activeSweeps(services.table, mode, client.chain.chainId)
  await announceOverdue(services, left)
  return left.length
}

/** The sweep, marked to be canceled if an operator wishes so and nothing of it is mined. */
function withAbandoned(
  { table }: SweepServices,
  sweep: Sweep,
  note: string | undefined,
): Promise<Sweep | undefined> {
  const isNew = note !== undefined && sweep.cancelReason === null && isCancelable(sweep)
  if (!isNew) return Promise.resolve(sweep)
  return saveSweep(table, { ...sweep, cancelReason: `An operator abandoned it: ${note}` })
}
