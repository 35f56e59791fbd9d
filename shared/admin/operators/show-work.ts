import * as z from 'zod'
import { actorId } from '../../kernel/audit-entry.ts'
import { resourceNotFound } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { includesRole, type Role } from '../../kernel/roles.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { interrupted, stepStates, type Work } from '../../kernel/work.ts'
import { findLatestWork, loadWork, workProblem } from './store/work.ts'

const shownWork = z.object({
  /** Null if there is no work, like `operation`. */
  id: z.string().nullable(),
  operation: z.string().nullable(),
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** The steps so far, in the order in which they began. */
  steps: z.array(
    z.object({ name: z.string(), of: z.string().nullable(), state: z.enum(stepStates) }),
  ),
  /** The operation's result; null until it is done. */
  result: z.any(),
  error: workProblem.nullable(),
})

type ShownWork = z.infer<typeof shownWork>

export const showWork = operatorOperation({
  name: 'show-work',
  role: 'viewer',
  command: null,
  group: 'work',
  input: z.union([
    byId('the id of what was started'),
    z.strictObject({
      /** Selects the latest work of this operation. */
      latest: z.string().max(100),
      /** The record or mode that the work is about; empty for the whole instance. */
      target: z.string().max(100).default(''),
    }),
  ]),
  output: shownWork,
  touches: { table: 'read' },
  docs: { summary: 'Show how far something is that runs in the background' },
  /** Throws `resource_not_found` for an id of work that the operator may not see. */
  async run({ table, now }, { input, visit }) {
    invariant(visit, 'only the dashboard shows it')
    const { operator } = visit.signIn
    const work =
      'id' in input
        ? await loadWork(table, input.id)
        : await findLatestWork(table, { operation: input.latest, target: input.target })
    if (work && maySee(work, operator)) return { result: presented(work, now()) }
    if ('id' in input) throw resourceNotFound('work', input.id)
    return { result: none }
  },
})

const none: ShownWork = {
  id: null,
  operation: null,
  state: 'none',
  steps: [],
  result: null,
  error: null,
}

/** Whoever may start the work may see what others started: it continues, no matter who has the page open. */
function maySee({ actor, role }: Work, operator: { id: string; role: Role }): boolean {
  return actorId(actor) === operator.id || includesRole(operator.role, role)
}

function presented(work: Work, now: Date): ShownWork {
  const { id, operation, state, steps, result, problem, lateAt } = work
  const shown = { id, operation, steps: [...steps], result: result && { ...result } }
  if (state === 'done' || state === 'failed') return { ...shown, state, error: problem }
  if (now < lateAt) return { ...shown, state: 'running', error: null }
  return { ...shown, state: 'failed', error: interrupted }
}
