import * as z from 'zod'
import type { Config } from '../functions/config.ts'
import { repositoryRoot } from '../infra/build/repository-root.ts'
import { operationRows } from '../infra/operation-rows.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { operatorOperations } from '../shared/operator-operations.ts'
import { lambdaContext } from './api-event.ts'
import { asFunctionOf } from './as-function.ts'
import { dashboardEvent } from './signed-in.ts'

const httpResponse = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

type Run = (event: unknown, context: unknown) => Promise<unknown>

/** The functions of all operators' operations in this process, called by the names of these. */
export async function operatorFunctions(config: Config) {
  const functions = new Map<string, Run>()
  for (const operation of operatorOperations) {
    const [row] = Object.values(operationRows([operation]))
    const loaded = await import(`${repositoryRoot}/${row?.entry}`)
    const serve: Run = loaded[row?.serve ?? 'serve'](config)
    const run: Run = (event, context) => asFunctionOf(operation, () => serve(event, context))
    functions.set(operation.name, run)
  }
  async function invoke(name: string, event: unknown): Promise<unknown> {
    const run = functions.get(name)
    invariant(run, `${name} has a function`)
    return run(event, lambdaContext())
  }
  return {
    invoke,
    /** As a page of the dashboard does. */
    post: async (name: string, given: Parameters<typeof dashboardEvent>[1]) =>
      httpResponse.parse(await invoke(name, dashboardEvent(name, given))),
  }
}
