import { wakeTime } from '../../shared/checkout-sessions/rules/wake-time.ts'
import type { StartTimer } from '../../shared/checkout-sessions/watch-session.ts'
import { executionsOf } from './start-execution.ts'

/** Starts executions of `session-timer`, named after the session, and after the lap from the second one on. */
export function timersOf(machineArn: string): StartTimer {
  const start = executionsOf(machineArn)
  return ({ mode, sessionId }, { at, lap }) =>
    start(lap === 0 ? sessionId : `${sessionId}-${lap}`, {
      ...{ mode, sessionId, lap, phase: 'open' },
      waitUntil: wakeTime(at),
    })
}
