import type { Mode } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { oldestUnsentSeconds } from '../../../records/outbox/oldest-unsent.ts'

/** Work with a time limit, as it is called in the log. */
export type TimedWork =
  | 'scans of open addresses'
  | 'webhook deliveries'
  | 'scans of closed addresses'

/** `seconds` by which the oldest of it exceeds its time limit; 0 if nothing is late. */
export type LateWork = { work: TimedWork; seconds: number }

type Options = {
  mode: Mode
  now: Date
  /** The time in seconds that the oldest due session has waited for its scan. */
  oldestDueSeconds: number
  /** From `overdueClosedScans`. */
  closedSeconds: number
}

/** The maximum time that due sessions and deliveries may wait for a scan or an attempt. */
const mayWaitSeconds = 600

const beyond = (seconds: number) => Math.max(0, seconds - mayWaitSeconds)

/** How late the scans of open addresses are, given how many seconds the oldest has waited. */
function lateOpenScans(oldestDueSeconds: number): LateWork {
  return { work: 'scans of open addresses', seconds: beyond(oldestDueSeconds) }
}

/** How late the work of a mode is: whatever a timer, a queue or a schedule should have started. */
export async function lateWork(
  table: Table,
  { oldestDueSeconds, closedSeconds, ...options }: Options,
): Promise<LateWork[]> {
  const unsentSeconds = await oldestUnsentSeconds(table, options)
  return [
    lateOpenScans(oldestDueSeconds),
    { work: 'webhook deliveries', seconds: beyond(unsentSeconds) },
    { work: 'scans of closed addresses', seconds: closedSeconds },
  ]
}
