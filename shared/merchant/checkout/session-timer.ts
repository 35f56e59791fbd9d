import type { Config } from '../../kernel/operation/config.ts'
import { sideNote } from '../../log/side-note.ts'
import type { OpenSessionServices } from './open-session.ts'
import { timersOf } from './start-timer.ts'

/** A session's first timer. */
export function sessionTimer(config: Config): OpenSessionServices['firstTimer'] {
  const startTimer = timersOf(config('SESSION_TIMER_ARN'))
  return ({ id: sessionId, mode }, at) => {
    const start = () => startTimer({ mode, sessionId }, { at, lap: 0 })
    return sideNote('session timer', start, { mode, sessionId })
  }
}
