import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { type ExplainSessionDeps, explainSession } from './explain-session.ts'
import { type ExplainedSessionBody, explainedSession } from './wire/explained-session.ts'

export const showExplainedSession = operatorOperation({
  name: 'show-explained-session',
  role: 'viewer',
  command: 'sessions show',
  input: byId('the id of a session'),
  output: explainedSession,
  touches: { table: 'read' },
  docs: { summary: 'Show a checkout session and why it has its status' },
})

/** Calls no chain. */
export async function runShowExplainedSession(
  services: ExplainSessionDeps,
  { input }: OperatorInputOf<typeof showExplainedSession>,
): Promise<Decision<ExplainedSessionBody>> {
  return { result: await explainSession(services, input.id) }
}
