import type { Mode } from '../../../kernel/mode.ts'
import { log } from '../../../log/log.ts'
import type { TimedWork } from './late-work.ts'

type Overdue = {
  mode: Mode
  work: TimedWork
  /** Seconds beyond its time limit. */
  seconds: number
}

/** Only live mode has customers, and a metric costs money in each hour in which it has data. */
export function logOverdue({ mode, work, seconds }: Overdue): void {
  if (mode === 'test' || seconds <= 0) return
  log('work is overdue', { mode, work }, { OverdueSeconds: seconds })
}
