import type { CreateCheckoutSessionDeps } from '../../shared/checkout-sessions/create-checkout-session.ts'
import { derivationIndices } from '../../shared/wallet/derivation-indices.ts'
import { oneAhead } from '../../shared/wallet/keys/one-ahead.ts'
import { config } from '../config.ts'
import { sessionOpened } from '../log/session-news.ts'
import { depositAddresses } from './deposit-addresses.ts'
import { report } from './log-error.ts'
import { pricing } from './pricing.ts'
import { timersOf } from './start-timer.ts'

type Given = Pick<CreateCheckoutSessionDeps, 'table' | 'now' | 'randomBytes' | 'settings'>

/** What the functions need that open sessions. */
export function openingSessions(given: Given): CreateCheckoutSessionDeps {
  const { table } = given
  const startTimer = timersOf(config('SESSION_TIMER_ARN'))
  return {
    ...given,
    ...pricing(given),
    indices: derivationIndices(table),
    depositAddresses: depositAddresses(table, oneAhead),
    onOpened: sessionOpened,
    startTimer: async ({ id: sessionId, mode }, at) => {
      await startTimer({ mode, sessionId }, { at, lap: 0 }).catch((error) =>
        report('start-session-timer', error, { mode, sessionId }),
      )
    },
  }
}
