import type { RandomBytes } from '../../kernel/ids.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { NotifierConnection } from './store/notifier-connections.ts'
import { claimSync, releaseSync, renewSync } from './store/sync-lease.ts'

export type SyncLeaseDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  /** How often the lease is renewed; much less than `leaseMs`. */
  renewEveryMs?: number
}

/** After a run was killed, another one may start when this has passed. */
const leaseMs = 60_000

/** Runs `work` unless another run syncs the notifier. The lease is renewed as long as the work takes. */
export async function holdSyncLease<Result>(
  { table, now, randomBytes, renewEveryMs = 15_000 }: SyncLeaseDeps,
  connection: NotifierConnection,
  work: () => Promise<Result>,
): Promise<Result | 'busy'> {
  const lease = () => ({ holder, until: new Date(now().getTime() + leaseMs) })
  const holder = Buffer.from(randomBytes(16)).toString('hex')
  if (!(await claimSync(table, connection, { ...lease(), now: now() }))) return 'busy'
  const renewing = setInterval(() => {
    // The next renewal repairs one that fails.
    renewSync(table, connection, lease()).catch(() => undefined)
  }, renewEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await releaseSync(table, connection, { holder })
  }
}
