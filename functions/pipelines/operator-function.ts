import type { Context } from 'aws-lambda'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { OperatorOperation } from '../../shared/kernel/operation/operator-operation.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import { operatorServices } from '../services/operator-services.ts'
import { dashboardDoor } from './operator/dashboard-door.ts'
import { isFromGateway, isWhole } from './operator/gateway-event.ts'
import type { OperatorPipelineDeps } from './operator/operator-pipeline-deps.ts'
import { type Invocation, terminalDoor } from './operator/terminal-door.ts'

export function serveOperator<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
) {
  return (config: Config) => {
    const given = operatorServices(config)
    return operatorFunction(operation, { ...given, ...servicesOf(operation, config, given) })
  }
}

/**
 * The Lambda of an operators' operation. API Gateway calls it for a page of the dashboard, and the terminal invokes it.
 * Whatever has a `requestContext` came through API Gateway, so it never takes the terminal's door, whatever its body says.
 */
export function operatorFunction<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: OperatorPipelineDeps & NoInfer<Services>,
) {
  const { name, caller } = operation
  invariant(caller.kind === 'operator' && !caller.inBackground, `${name} can make a page wait`)
  const dashboard = dashboardDoor(operation, services)
  const terminal = terminalDoor(operation, services)
  return (event: unknown, context?: Context | Invocation): Promise<unknown> => {
    if (!isFromGateway(event)) return terminal(event, context)
    invariant(isWhole(context), 'Lambda passes a context')
    return dashboard(event, context)
  }
}
