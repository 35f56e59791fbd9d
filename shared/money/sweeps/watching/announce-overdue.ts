import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { saveSweep } from '../sending/save-sweep.ts'
import type { SweepServices } from '../sweep-services.ts'

const overdueMs = 3_600_000
const againMs = 24 * overdueMs

/** Tells the owner of sweeps that have not ended within an hour, once a day each. */
export async function announceOverdue(
  services: SweepServices,
  sweeps: readonly Sweep[],
): Promise<void> {
  const now = services.now()
  for (const sweep of sweeps) {
    if (!isDue(sweep, now)) continue
    const { mode, chainId } = sweep
    services.alert({ mode, chainId, message: messageOf(sweep) })
    // Afterwards, so that a crash repeats it instead of losing it.
    await saveSweep(services.table, { ...sweep, announcedAt: now })
  }
}

function isDue({ createdAt, announcedAt }: Sweep, now: Date): boolean {
  const since = announcedAt ? announcedAt.getTime() + againMs : createdAt.getTime() + overdueMs
  return now.getTime() >= since
}

function messageOf({ id, sender, status, createdAt, problem }: Sweep): string {
  const state = `Sweep ${id} of ${sender} was planned at ${createdAt.toISOString()} and is still ${status}.`
  const why = problem ? ` ${problem}` : ''
  const how =
    status === 'mined'
      ? 'Its block is not confirmed: the chain or its nodes are late.'
      : `To free its money for another one: npm run operate -- sweeps abandon ${id} --note "…"`
  return `${state}${why} ${how}`
}
