import * as z from 'zod'
import {
  type RecheckOutcome,
  recheckPayment,
} from '../../shared/checkout-sessions/recheck-payment.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { addFacts } from '../log/facts.ts'

const input = z.object({ mode: z.enum(modes), sessionId: z.string() })

const deps = movingSessions()

/** Task of the state machine `payment-confirmation`. */
export const handler = workerHandler(async (event: unknown): Promise<RecheckOutcome> => {
  const { mode, sessionId } = input.parse(event)
  addFacts({ mode, sessionId })
  return recheckPayment(deps, { mode, sessionId })
})
