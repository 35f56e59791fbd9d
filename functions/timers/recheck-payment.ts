import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { addFacts } from '../../shared/log/facts.ts'
import { report } from '../../shared/log/report.ts'
import {
  type RecheckOutcome,
  recheckPayment,
} from '../../shared/merchant/checkout/recheck-payment.ts'
import { scanServices } from '../../shared/merchant/checkout/scan-services.ts'
import { timersOf } from '../../shared/merchant/checkout/start-timer.ts'
import { noteNotifierHealth } from '../../shared/merchant/notifiers/note-notifier-health.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { timerFunction } from '../pipelines/pausing-functions.ts'

const input = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  lap: z.int().default(0),
})

/** The task of the `payment-confirmation` state machine. */
export function serve(config: Config) {
  const startRecheck = timersOf(config('PAYMENT_CONFIRMATION_ARN'))
  const services = { ...scanServices(config, processServices(config)), startRecheck }
  return timerFunction(services.table, async (event): Promise<RecheckOutcome> => {
    const { mode, sessionId, lap } = input.parse(event)
    addFacts({ mode, sessionId })
    const outcome = await recheckPayment(services, { mode, sessionId, lap })
    if (outcome.decided) await noteHealth(services, { mode, sessionId })
    return outcome
  })
}

/** How reliable notifiers are must not keep a payment from being decided. */
async function noteHealth(
  { table }: { table: Table },
  { mode, sessionId }: Pick<z.infer<typeof input>, 'mode' | 'sessionId'>,
): Promise<void> {
  try {
    const session = await loadCheckoutSession(table, mode, sessionId)
    if (session) await noteNotifierHealth(table, session)
  } catch (error) {
    report('notifier health not noted', error)
  }
}
