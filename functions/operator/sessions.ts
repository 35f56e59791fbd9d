import { acceptPayment } from '../../shared/admin/payments/accept-payment.ts'
import { checkSessionNow } from '../../shared/admin/payments/check-session-now.ts'
import { dismissSession } from '../../shared/admin/payments/dismiss-session.ts'
import { showExplainedSession } from '../../shared/admin/payments/show-explained-session.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Config } from '../config.ts'
import { backgroundFunction } from '../pipelines/background-function.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { backgroundServices } from '../services/background-services.ts'
import { report } from '../services/log-error.ts'
import { operatorServices } from '../services/operator-services.ts'
import { scanServices, settlingServices } from '../services/scan-services.ts'
import { settingsOf } from '../services/settings-of.ts'

export function serveShowExplainedSession(config: Config) {
  return operatorFunction(showExplainedSession, explaining(config))
}

export function serveCheckSessionNow(config: Config) {
  const services = { ...scanServices(config), ...reading(config) }
  return backgroundFunction(checkSessionNow, services)
}

export function serveAcceptPayment(config: Config) {
  const services = { ...settlingServices(config), ...reading(config) }
  return backgroundFunction(acceptPayment, services)
}

export function serveDismissSession(config: Config) {
  return operatorFunction(dismissSession, explaining(config))
}

function explaining(config: Config) {
  const services = operatorServices(config)
  return { ...services, settings: settingsOf(config, services.table) }
}

function reading(config: Config) {
  return {
    ...backgroundServices(config),
    onUnread: (error: unknown, { id: sessionId, mode }: CheckoutSession) =>
      report('session not checked', error, { mode, sessionId }),
  }
}
