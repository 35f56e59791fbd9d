import { acceptPayment, runAcceptPayment } from '../checkout-sessions/accept-payment.ts'
import { checkSessionNow, runCheckSessionNow } from '../checkout-sessions/check-session-now.ts'
import { dismissSession, runDismissSession } from '../checkout-sessions/dismiss-session.ts'
import {
  runShowExplainedSession,
  showExplainedSession,
} from '../checkout-sessions/show-explained-session.ts'
import { serves } from '../operators/served-operation.ts'

export const sessionOperations = [
  serves(showExplainedSession, runShowExplainedSession),
  serves(checkSessionNow, runCheckSessionNow),
  serves(acceptPayment, runAcceptPayment),
  serves(dismissSession, runDismissSession),
]
