import { createHash } from 'node:crypto'
import { causeName } from '../../../payments/holdings/rules/failed.ts'
import { loadSweepWatch, saveSweepWatch } from '../store/sweep-watch.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'

const dayMs = 86_400_000
/** How long a cause is not announced again. */
const quietMs = 7 * dayMs
/** More are not remembered, so that hostile texts can't fill the row. */
const mostCauses = 50

/** Tells the owner about a cause once, however many addresses it concerns, and again if it is still there a week later. */
export async function alertOnce(
  { table, now, alert }: Pick<SweepServices, 'table' | 'now' | 'alert'>,
  { mode, client }: SweptChain,
  { cause, message }: { cause: string; message: string },
): Promise<void> {
  const { chainId } = client.chain
  const watch = await loadSweepWatch(table, { mode, chainId })
  const name = createHash('sha256').update(causeName(cause)).digest('hex').slice(0, 16)
  const isFresh = (at: Date) => now().getTime() - at.getTime() < quietMs
  const known = Object.entries(watch.causes).filter(([, at]) => isFresh(at))
  if (known.some(([one]) => one === name)) return
  alert({ mode, chainId, message })
  // Afterwards, so that a crash repeats it instead of losing it.
  const kept = known.toSorted(([, a], [, b]) => b.getTime() - a.getTime()).slice(0, mostCauses - 1)
  const causes = { ...Object.fromEntries(kept), [name]: now() }
  await saveSweepWatch(table, { mode, chainId }, { ...watch, causes })
}
