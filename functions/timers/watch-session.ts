import * as z from 'zod'
import { type WatchOutcome, watchSession } from '../../shared/checkout-sessions/watch-session.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { config } from '../config.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { timersOf } from '../deps/start-timer.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { addFacts } from '../log/facts.ts'

const input = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  phase: z.enum(['open', 'grace']),
  lap: z.int().default(0),
})

const deps = { ...movingSessions(), startTimer: timersOf(config('SESSION_TIMER_ARN')) }

/** Task of the state machine `session-timer`. */
export const handler = workerHandler(async (event: unknown): Promise<WatchOutcome> => {
  const watched = input.parse(event)
  const { mode, sessionId } = watched
  addFacts({ mode, sessionId })
  return watchSession(deps, watched)
})
