import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { sessionOperations } from '../../shared/operator-groups/sessions.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { report } from '../services/log-error.ts'
import { operatorServices } from '../services/operator-services.ts'
import { scanServices } from '../services/scan-services.ts'

export function serve(config: Config) {
  return operatorFunction(sessionOperations, {
    ...operatorServices(config),
    ...scanServices(config),
    onUnread: (error: unknown, { id: sessionId, mode }: CheckoutSession) =>
      report('session not checked', error, { mode, sessionId }),
  })
}
