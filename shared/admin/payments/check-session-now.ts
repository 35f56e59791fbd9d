import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { type NoteStep, withoutNotes } from '../../kernel/work.ts'
import { type CheckSessionDeps, checkSession } from '../../merchant/checkout/check-session.ts'
import { sessionOnPage } from '../../merchant/checkout/present-session.ts'
import { scanServices } from '../../merchant/checkout/scan-services.ts'
import { explainSession } from './explain-session.ts'
import { type ReadingChainsServices, readingChains, sessionUnread } from './unread-chains.ts'
import { explainedSession } from './wire/explained-session.ts'

export const checkSessionNow = operatorOperation({
  name: 'check-session-now',
  role: 'operator',
  command: 'sessions check',
  inBackground: true,
  input: byId('the id of a session'),
  output: explainedSession,
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    starts: ['payment-confirmation'],
    chains: true,
    administers: ['sessions'],
  },
  // Unlisted tokens are searched for chain by chain, and some nodes may hang.
  limits: { timeoutSeconds: 300 },
  docs: {
    summary: 'Check the chain for a session now, or every enabled chain if it is closed',
  },
  needs: (config, given) => ({ ...scanServices(config, given), onUnread: sessionUnread }),
  /** Commits its own transactions. Throws `resource_not_found`, and `timed_out` if a chain can't be read. */
  async run(services: CheckSessionDeps & ReadingChainsServices, { input, noting = withoutNotes }) {
    const session = await sessionOnPage(services.table, input.id)
    const key = { mode: session.mode, sessionId: session.id }
    const noted = notingChecks(services, noting)
    await readingChains(services, session, () => checkSession(noted, key))
    return { result: await explainSession(services, input.id) }
  },
})

/** Notes each chain that is read, and each search for tokens that are not listed. */
function notingChecks(services: CheckSessionDeps, noting: NoteStep): CheckSessionDeps {
  return {
    ...services,
    ask: (client, work) =>
      noting({ name: 'read-chain', of: client.chain.name }, () => services.ask(client, work)),
    searching: ({ name: of }, search) => noting({ name: 'search-tokens', of }, search),
  }
}
