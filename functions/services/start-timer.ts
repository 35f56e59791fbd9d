import { wakeTime } from '../../shared/checkout-sessions/rules/wake-time.ts'
import type { StartTimer } from '../../shared/checkout-sessions/watch-session.ts'
import { executionsOf } from './start-execution.ts'

/** Starts executions of a machine, named after the session, and after the lap from the second one on. */
export function timersOf(machineArn: string): StartTimer {
  const start = executionsOf(machineArn)
  return ({ mode, sessionId }, { at, lap }) =>
    start(lap === 0 ? sessionId : `${sessionId}-${lap}`, {
      ...{ mode, sessionId, lap },
      waitUntil: wakeTime(at),
    })
}
