import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { addFacts } from '../../shared/log/facts.ts'
import { scanServices } from '../../shared/merchant/checkout/scan-services.ts'
import { timersOf } from '../../shared/merchant/checkout/start-timer.ts'
import { type WatchOutcome, watchSession } from '../../shared/merchant/checkout/watch-session.ts'
import { timerFunction } from '../pipelines/pausing-functions.ts'

const input = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  lap: z.int().default(0),
})

/** The task of the `session-timer` state machine. */
export function serve(config: Config) {
  const startTimer = timersOf(config('SESSION_TIMER_ARN'))
  const services = { ...scanServices(config, processServices(config)), startTimer }
  return timerFunction(services.table, async (event): Promise<WatchOutcome> => {
    const watched = input.parse(event)
    const { mode, sessionId } = watched
    addFacts({ mode, sessionId })
    return watchSession(services, watched)
  })
}
