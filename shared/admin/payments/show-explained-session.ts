import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { type ExplainSessionDeps, explainSession } from './explain-session.ts'
import { explainedSession } from './wire/explained-session.ts'

export const showExplainedSession = operatorOperation({
  name: 'show-explained-session',
  role: 'viewer',
  command: 'sessions show',
  input: byId('the id of a session'),
  output: explainedSession,
  touches: { table: 'read' },
  docs: { summary: 'Show a checkout session and why it has its status' },
  needs: readingSettings,
  /** Calls no chain. */
  async run(services: ExplainSessionDeps, { input }) {
    return { result: await explainSession(services, input.id) }
  },
})
