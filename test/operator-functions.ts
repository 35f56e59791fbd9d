import * as z from 'zod'
import { lambdaName } from '../infra/operation-rows.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { Config } from '../shared/kernel/operation/config.ts'
import { operatorOperations } from '../shared/operator-operations.ts'
import { lambdaContext } from './api-event.ts'
import { asFunctionOf } from './as-function.ts'
import { dashboardEvent } from './signed-in.ts'
import { lambdasOf } from './terminal.ts'

const httpResponse = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

/** The functions of all operators' operations in this process, called by the names of these. */
export async function operatorFunctions(config: Config) {
  const lambdas = lambdasOf(config)
  async function invoke(name: string, event: unknown): Promise<unknown> {
    const operation = operatorOperations.find((one) => one.name === name)
    const run = operation && lambdas[lambdaName(operation)]
    invariant(run, `${name} has a function`)
    return asFunctionOf(operation, () => run(event, lambdaContext()))
  }
  return {
    invoke,
    /** Sends a request as a page of the dashboard does. */
    post: async (name: string, given: Parameters<typeof dashboardEvent>[1]) =>
      httpResponse.parse(await invoke(name, dashboardEvent(name, given))),
  }
}
