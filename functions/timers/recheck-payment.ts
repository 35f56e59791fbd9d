import * as z from 'zod'
import {
  type RecheckOutcome,
  recheckPayment,
} from '../../shared/checkout-sessions/recheck-payment.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../config.ts'
import { addFacts } from '../log/facts.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import { scanServices } from '../services/scan-services.ts'

const input = z.object({ mode: z.enum(modes), sessionId: z.string() })

/** The task of the `payment-confirmation` state machine. */
export function serve(config: Config) {
  const services = scanServices(config)
  return workerFunction(async (event: unknown): Promise<RecheckOutcome> => {
    const { mode, sessionId } = input.parse(event)
    addFacts({ mode, sessionId })
    return recheckPayment(services, { mode, sessionId })
  })
}
