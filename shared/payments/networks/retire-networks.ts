import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { openSessions } from '../checkout-sessions/store/open-sessions.ts'
import { activeSweeps } from '../holdings/store/sweeps.ts'
import { listNetworks, networkRemoval } from './store/networks.ts'

/** The maximum validity of a quote, and a minute for cached networks. */
const settleMs = (900 + 60) * 1000

type Deps = { table: Table; now: () => Date }

/**
 * Removes the retiring chains of a mode on which no session can be paid any more: no open session ever asked for money
 * there, no quote from before is still valid, and no sweep is under way. Returns their ids.
 */
export async function retireNetworks({ table, now }: Deps, mode: Mode): Promise<number[]> {
  // The removal's condition fails if the network has changed since.
  const networks = await listNetworks(table, mode, { stale: true })
  const settled = networks.filter(({ status, retiringSince }) => {
    const since = retiringSince?.getTime() ?? now().getTime()
    return status === 'retiring' && since + settleMs <= now().getTime()
  })
  if (settled.length === 0) return []
  const payable = new Set<number>()
  for await (const session of openSessions(table, mode)) {
    for (const { lock } of [session, ...session.otherTerms]) payable.add(lock.chainId)
  }
  const removed: number[] = []
  for (const network of settled) {
    if (payable.has(network.chainId)) continue
    // A transaction under way has to be seen to its end. `sweeps abandon` ends one that hangs.
    if ((await activeSweeps(table, network)).length > 0) continue
    // If somebody changed it meanwhile, the next run decides again.
    const { committed } = await transact(table, [networkRemoval(network)])
    if (committed) removed.push(network.chainId)
  }
  return removed
}
