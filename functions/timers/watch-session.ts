import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { type WatchOutcome, watchSession } from '../../shared/merchant/checkout/watch-session.ts'
import type { Config } from '../config.ts'
import { addFacts } from '../log/facts.ts'
import { timerFunction } from '../pipelines/pausing-functions.ts'
import { scanServices } from '../services/scan-services.ts'
import { timersOf } from '../services/start-timer.ts'

const input = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  lap: z.int().default(0),
})

/** The task of the `session-timer` state machine. */
export function serve(config: Config) {
  const startTimer = timersOf(config('SESSION_TIMER_ARN'))
  const services = { ...scanServices(config), startTimer }
  return timerFunction(services.table, async (event): Promise<WatchOutcome> => {
    const watched = input.parse(event)
    const { mode, sessionId } = watched
    addFacts({ mode, sessionId })
    return watchSession(services, watched)
  })
}
