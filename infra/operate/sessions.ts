import { acceptPayment } from '../../shared/admin/payments/accept-payment.ts'
import { checkSessionNow } from '../../shared/admin/payments/check-session-now.ts'
import { dismissSession } from '../../shared/admin/payments/dismiss-session.ts'
import { showExplainedSession } from '../../shared/admin/payments/show-explained-session.ts'
import type { SettledSessionBody } from '../../shared/admin/payments/wire/settle-session.ts'
import { type Command, commandOf } from './command.ts'
import { sessionText } from './session-text.ts'

export const sessionCommands: readonly Command[] = [
  commandOf(showExplainedSession, { text: sessionText }),
  commandOf(checkSessionNow, { text: sessionText }),
  commandOf(acceptPayment, {
    usage: 'SESSION --deposit counted|DEPOSIT … --note NOTE [--dismissed]',
    text: (session) => settled(session, 'accepted'),
  }),
  commandOf(dismissSession, { text: (session) => settled(session, 'dismissed') }),
]

function settled({ changed, ...session }: SettledSessionBody, how: string): string {
  const lead = changed ? `It is ${how}.` : `It was ${how} already.`
  return `${lead}\n\n${sessionText(session)}`
}
