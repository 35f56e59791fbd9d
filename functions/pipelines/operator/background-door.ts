import * as z from 'zod'
import { beginWork, endWork, loadWork } from '../../../shared/admin/operators/store/work.ts'
import { parseWith } from '../../../shared/http/parse-with.ts'
import { ServiceError } from '../../../shared/kernel/errors.ts'
import { withAudit } from '../../../shared/kernel/operation/audit.ts'
import { commit } from '../../../shared/kernel/operation/commit.ts'
import type { KeptInputs } from '../../../shared/kernel/operation/kept-inputs.ts'
import type { OperatorOperation } from '../../../shared/kernel/operation/operator-operation.ts'
import type { Work, WorkProblem } from '../../../shared/kernel/work.ts'
import { addFacts } from '../../../shared/log/facts.ts'
import { report } from '../../../shared/log/report.ts'
import { workerFunction } from '../worker-function.ts'
import { noteSteps } from './note-steps.ts'
import type { OperatorPipelineDeps } from './operator-pipeline-deps.ts'

const event = z.strictObject({
  door: z.literal('background'),
  workId: z.string(),
})

export function isBackground(given: unknown): boolean {
  return (
    typeof given === 'object' && given !== null && 'door' in given && given.door === 'background'
  )
}

/**
 * Runs what the dashboard started, which only the function itself may invoke. Who started it was admitted then, and is
 * its actor. How it goes and ends is stored, so this never rejects because of the operation.
 */
export function backgroundDoor<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: OperatorPipelineDeps & { inputs: KeptInputs } & NoInfer<Services>,
) {
  const { table, now, inputs } = services

  async function carryOut({ id, actor }: Work, kept: string): Promise<void> {
    const steps = noteSteps(table, id)
    try {
      const input = parseWith(operation.body, JSON.parse(await inputs.open(id, kept)))
      const findActor = async () => actor
      const request = { input, findActor, noting: steps.note }
      const output = await commit(table, async () =>
        withAudit(services, await operation.run(services, request), findActor),
      )
      await steps.saved()
      const result = resultOf(operation.success.schema.parse(output))
      await endWork(table, id, { state: 'done', result, problem: null })
    } catch (error) {
      await steps.saved()
      await endWork(table, id, { state: 'failed', result: null, problem: problemOf(error) })
    }
  }

  return workerFunction(async (given: unknown): Promise<void> => {
    const { workId } = parseWith(event, given)
    addFacts({ operation: operation.name })
    const work = await loadWork(table, workId)
    if (!work || work.operation !== operation.name || now() >= work.lateAt) return
    const { input } = work
    if (input !== null && (await beginWork(table, workId))) await carryOut(work, input)
  })
}

function resultOf(output: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(output)
}

function problemOf(error: unknown): WorkProblem {
  if (error instanceof ServiceError) {
    const { code, message, param = null, words } = error
    return { code, message, param, ...(words && { words }) }
  }
  report('background work failed', error)
  const message = 'Something went wrong on our side. Try again.'
  return { code: 'internal_error', message, param: null }
}
