import * as z from 'zod'
import { modes } from '../../shared/domain/mode.ts'
import { type RecheckOutcome, recheckPayment } from '../../shared/use-cases/recheck-payment.ts'
import { movingSessions } from '../deps/moving-sessions.ts'

const input = z.object({ mode: z.enum(modes), sessionId: z.string() })

const deps = movingSessions()

/** Task of the state machine `payment-confirmation`. */
export async function handler(event: unknown): Promise<RecheckOutcome> {
  return recheckPayment(deps, input.parse(event))
}
