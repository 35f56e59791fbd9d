import * as z from 'zod'
import { acceptPayment } from '../../shared/checkout-sessions/accept-payment.ts'
import { checkSession } from '../../shared/checkout-sessions/check-session.ts'
import { dismissSession } from '../../shared/checkout-sessions/dismiss-session.ts'
import { explainSession } from '../../shared/checkout-sessions/explain-session.ts'
import { sessionOnPage } from '../../shared/checkout-sessions/present-session.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { type FindActor, operatorHandler } from '../handlers/operator-handler.ts'
import { addFacts } from '../log/facts.ts'
import { unreadChains } from './unread-chains.ts'

const id = z.string()
const note = z.string().trim().min(1).max(1000)
const names = z.array(z.string().max(100)).max(90)

const input = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('show'), id }),
  z.strictObject({ command: z.literal('check'), id }),
  z.strictObject({ command: z.literal('accept'), id, deposits: names, note }),
  z.strictObject({ command: z.literal('dismiss'), id, deposits: names, note }),
])

type Input = z.infer<typeof input>

const deps = movingSessions()

/** What an operator does with one session from the terminal. Returns the session as it is afterwards. */
export const handler = operatorHandler(async (event, findActor) => {
  const call = parseWith(input, event)
  const changed = await carryOut(call, findActor)
  return { ...(await explainSession(deps, call.id)), changed }
})

/** Whether the operation changed anything. */
async function carryOut(call: Input, findActor: FindActor): Promise<boolean> {
  switch (call.command) {
    case 'show':
      return false
    case 'check': {
      const session = await sessionOnPage(deps.table, call.id)
      await withChains(session, (key) => checkSession(deps, key))
      return false
    }
    case 'accept': {
      const session = await sessionOnPage(deps.table, call.id)
      const { deposits, note } = call
      const accepting = { sessionId: call.id, deposits, note, actor: await findActor() }
      return withChains(session, () => acceptPayment(deps, accepting))
    }
    case 'dismiss': {
      const { id: sessionId, deposits, note } = call
      return dismissSession(deps, { sessionId, deposits, note, actor: await findActor() })
    }
  }
}

/** Runs what reads the session's chains. Names those that can't be read. */
async function withChains<Result>(
  session: CheckoutSession,
  run: (key: { mode: Mode; sessionId: string }) => Promise<Result>,
): Promise<Result> {
  const { mode, id: sessionId } = session
  addFacts({ mode, sessionId })
  try {
    return await run({ mode, sessionId })
  } catch (error) {
    const enabled = deps.chains(mode).map(({ chain }) => chain.chainId)
    const unread = unreadChains(error, { session, enabled })
    if (!unread) throw error
    report('session not checked', error)
    throw unread
  }
}
