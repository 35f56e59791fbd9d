import type { OpenSessionServices } from '../../shared/checkout-sessions/open-session.ts'
import type { Config } from '../config.ts'
import { report } from './log-error.ts'
import { timersOf } from './start-timer.ts'

/** Starts a session's first timer. A failure is reported and not thrown: the reconciler makes up for it. */
export function sessionTimer(config: Config): OpenSessionServices['startTimer'] {
  const startTimer = timersOf(config('SESSION_TIMER_ARN'))
  return async ({ id: sessionId, mode }, at) => {
    await startTimer({ mode, sessionId }, { at, lap: 0 }).catch((error) =>
      report('start-session-timer', error, { mode, sessionId }),
    )
  }
}
