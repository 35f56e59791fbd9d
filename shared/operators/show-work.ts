import * as z from 'zod'
import { resourceNotFound } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorRequestOf } from './operator-request.ts'
import { actorId } from './rules/audit-entry.ts'
import { interrupted, stepStates, type Work } from './rules/work.ts'
import { loadWork } from './store/work.ts'
import { byId } from './wire/operator-input.ts'

const shownWork = z.object({
  state: z.enum(['running', 'done', 'failed']),
  /** What it did so far, in the order of when each began. */
  steps: z.array(
    z.object({ name: z.string(), of: z.string().nullable(), state: z.enum(stepStates) }),
  ),
  /** What the operation returns; null until it is done. */
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z
    .object({ code: z.string(), message: z.string(), param: z.string().nullable() })
    .nullable(),
})

type ShownWork = z.infer<typeof shownWork>

export const showWork = operatorOperation({
  name: 'show-work',
  role: 'viewer',
  command: null,
  group: 'work',
  input: byId('the id of what was started'),
  output: shownWork,
  touches: { table: 'read' },
  docs: { summary: 'Show how far something is that you started in the background' },
})

/** Throws `resource_not_found` for what another operator started. */
export async function runShowWork(
  { table, now }: { table: Table; now: () => Date },
  { input: { id }, visit }: OperatorRequestOf<typeof showWork>,
): Promise<Decision<ShownWork>> {
  invariant(visit, 'only the dashboard shows it')
  const work = await loadWork(table, id)
  if (!work || actorId(work.actor) !== visit.signIn.operator.id) throw resourceNotFound('work', id)
  return { result: presented(work, now()) }
}

function presented({ state, steps, result, problem, lateAt }: Work, now: Date): ShownWork {
  const shown = { steps: [...steps], result: result && { ...result } }
  if (state === 'done' || state === 'failed') return { ...shown, state, error: problem }
  if (now < lateAt) return { ...shown, state: 'running', error: null }
  return { ...shown, state: 'failed', error: interrupted }
}
