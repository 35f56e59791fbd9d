import * as z from 'zod'
import { modes } from '../../shared/domain/mode.ts'
import { type WatchOutcome, watchSession } from '../../shared/use-cases/watch-session.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { addFacts } from '../log/facts.ts'

const input = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  phase: z.enum(['open', 'grace']),
})

const deps = movingSessions()

/** Task of the state machine `session-timer`. */
export const handler = workerHandler(async (event: unknown): Promise<WatchOutcome> => {
  const { mode, sessionId, phase } = input.parse(event)
  addFacts({ mode, sessionId })
  return watchSession(deps, { mode, sessionId, phase })
})
