import { executionsOf } from '../../aws/start-execution.ts'
import { wakeTime } from '../../payments/checkout-sessions/rules/wake-time.ts'
import type { StartTimer } from './watch-session.ts'

type Timed = Parameters<StartTimer>[0]

/**
 * The session, the lap from the second one on, and test mode: the alarm on failed executions leaves those out by this
 * ending.
 */
export function executionName({ mode, sessionId }: Timed, lap: number): string {
  const name = lap === 0 ? sessionId : `${sessionId}-${lap}`
  return mode === 'test' ? `${name}-test` : name
}

/** Starts executions of a machine. */
export function timersOf(machineArn: string): StartTimer {
  const start = executionsOf(machineArn)
  return ({ mode, sessionId }, { at, lap }) =>
    start(executionName({ mode, sessionId }, lap), {
      mode,
      sessionId,
      lap,
      waitUntil: wakeTime(at),
    })
}
