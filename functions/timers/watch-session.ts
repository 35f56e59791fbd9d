import * as z from 'zod'
import { modes } from '../../shared/domain/mode.ts'
import { type WatchOutcome, watchSession } from '../../shared/use-cases/watch-session.ts'
import { movingSessions } from '../deps/moving-sessions.ts'

const input = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  phase: z.enum(['open', 'grace']),
})

const deps = movingSessions()

/** Task of the state machine `session-timer`. */
export async function handler(event: unknown): Promise<WatchOutcome> {
  return watchSession(deps, input.parse(event))
}
