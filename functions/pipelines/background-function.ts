import type { Context } from 'aws-lambda'
import * as z from 'zod'
import { workCreation } from '../../shared/admin/operators/store/work.ts'
import type { InvokeItself } from '../../shared/aws/invoke-itself.ts'
import { invokingItself } from '../../shared/aws/invoke-itself.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Decision } from '../../shared/kernel/operation/commit.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { KeptInputs } from '../../shared/kernel/operation/kept-inputs.ts'
import { plainInputs } from '../../shared/kernel/operation/kept-inputs.ts'
import { accepted, type Operation } from '../../shared/kernel/operation/operation.ts'
import type { OperatorOperation } from '../../shared/kernel/operation/operator-operation.ts'
import type { OperatorRequest } from '../../shared/kernel/operation/operator-request.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import { lateAt, targetOf, type Work } from '../../shared/kernel/work.ts'
import { sealedInputs } from '../../shared/payments/networks/sealed-inputs.ts'
import { operatorServices } from '../services/operator-services.ts'
import { backgroundDoor, isBackground } from './operator/background-door.ts'
import { dashboardDoor } from './operator/dashboard-door.ts'
import { isFromGateway, isWhole } from './operator/gateway-event.ts'
import type { OperatorPipelineDeps } from './operator/operator-pipeline-deps.ts'
import { type Invocation, terminalDoor } from './operator/terminal-door.ts'

const startedWork = z.object({ workId: z.string() })

type Started = z.infer<typeof startedWork>

type StartDeps = OperatorPipelineDeps & { invokeItself: InvokeItself; inputs: KeptInputs }

export function serveInBackground<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
) {
  return (config: Config) => {
    const given = operatorServices(config)
    return backgroundFunction(operation, {
      ...given,
      ...servicesOf(operation, config, given),
      invokeItself: invokingItself(config),
      inputs: operation.sealsInput ? sealedInputs(config) : plainInputs,
    })
  }
}

/**
 * The Lambda of an operation that may take longer than API Gateway waits. For a page it only starts the operation in an
 * invocation of its own, and the page asks `show-work` how far it is. The terminal waits.
 */
export function backgroundFunction<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: StartDeps & NoInfer<Services>,
) {
  const starting = {
    ...operation,
    success: accepted(startedWork),
    needs: undefined,
    run: startOf(operation),
  }
  const dashboard = dashboardDoor(starting, services)
  const background = backgroundDoor(operation, services)
  const terminal = terminalDoor(operation, services)
  return (event: unknown, context?: Context | Invocation): Promise<unknown> => {
    if (isFromGateway(event)) {
      invariant(isWhole(context), 'Lambda passes a context')
      return dashboard(event, context)
    }
    return isBackground(event) ? background(event, context) : terminal(event, context)
  }
}

/**
 * The event has only the id of the work: Lambda keeps events in a queue, and passes on those that fail. The input is
 * kept with the work until it begins, sealed if it may hold a secret.
 */
function startOf({ name, caller, limits }: Pick<Operation, 'name' | 'caller' | 'limits'>) {
  invariant(caller.kind === 'operator', `${name} is an operator’s`)
  const { role } = caller
  const { timeoutSeconds = 20 } = limits
  return async (
    { now, randomBytes, invokeItself, inputs }: StartDeps,
    { input, findActor }: OperatorRequest,
  ): Promise<Decision<Started>> => {
    const startedAt = now()
    const workId = newId('work', startedAt, randomBytes)
    const work: Work = {
      id: workId,
      operation: name,
      target: targetOf(input),
      role,
      actor: await findActor(),
      state: 'waiting',
      input: await inputs.keep(workId, JSON.stringify(input)),
      steps: [],
      result: null,
      problem: null,
      startedAt,
      lateAt: lateAt(startedAt, timeoutSeconds),
    }
    return {
      writes: workCreation(work),
      after: () => invokeItself({ door: 'background', workId }),
      result: { workId },
    }
  }
}
