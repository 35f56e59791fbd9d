import type { OpenSessionServices } from '../../shared/merchant/checkout/open-session.ts'
import type { Config } from '../config.ts'
import { sideNote } from './side-note.ts'
import { timersOf } from './start-timer.ts'

/** A session's first timer. */
export function sessionTimer(config: Config): OpenSessionServices['firstTimer'] {
  const startTimer = timersOf(config('SESSION_TIMER_ARN'))
  return ({ id: sessionId, mode }, at) => {
    const start = () => startTimer({ mode, sessionId }, { at, lap: 0 })
    return sideNote('session timer', start, { mode, sessionId })
  }
}
