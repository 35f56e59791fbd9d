import { type ReconcileReport, reconcile } from '../../shared/use-cases/reconcile.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'

const deps = movingSessions()

/** Once a minute: every open address. What failed is reported and comes round again with the next minute. */
export async function handler(): Promise<Omit<ReconcileReport, 'failures'>> {
  const { failures, ...counts } = await reconcile(deps)
  for (const failure of failures) report('reconcile', failure)
  return counts
}
