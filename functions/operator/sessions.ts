import * as z from 'zod'
import type { CheckoutSession } from '../../shared/domain/checkout-session.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { checkSession } from '../../shared/use-cases/check-session.ts'
import { explainSession } from '../../shared/use-cases/explain-session.ts'
import { sessionOnPage } from '../../shared/use-cases/present-session.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'
import { addFacts } from '../log/facts.ts'
import { unreadChains } from './unread-chains.ts'

const input = z.strictObject({ command: z.enum(['show', 'check']), id: z.string() })

const deps = movingSessions()

/** What a session is and why, from the operator's terminal; `check` looks at its chain before. */
export const handler = operatorHandler(async (event) => {
  const { command, id } = parseWith(input, event)
  if (command === 'check') await check(await sessionOnPage(deps.table, id))
  return explainSession(deps, id)
})

async function check(session: CheckoutSession): Promise<void> {
  const { mode, id: sessionId } = session
  addFacts({ mode, sessionId })
  try {
    await checkSession(deps, { mode, sessionId })
  } catch (error) {
    const enabled = deps.chains(mode).map(({ chain }) => chain.chainId)
    const unread = unreadChains(error, { session, enabled })
    if (!unread) throw error
    report('session not checked', error)
    throw unread
  }
}
