import { Stack } from 'aws-cdk-lib'
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { type Route, routesOf } from '../../local/gateway/route.ts'
import { ServiceApi } from '../constructs/service-api.ts'
import type { Deployment } from '../constructs/service-function.ts'
import { recordPresent } from '../references.ts'
import { throttlesOf } from './api-stack.ts'

export type DashboardStackProps = {
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
  serves: (route: Route) => boolean
}

/**
 * The REST API of the dashboard. Its limits are its own, so that its pages never slow down payments. It has no alarm,
 * since operators see its errors, and payments continue. Its functions are in the stacks of operators, because they would
 * be more resources than one stack may have.
 */
export class DashboardStack extends Stack {
  readonly restApi: SpecRestApi

  constructor(scope: Construct, { functions, deployment, serves }: DashboardStackProps) {
    const { names } = deployment
    super(scope, `${names.prefix}-dashboard`, { description: 'REST API: dashboard' })
    const routes = routesOf(functions).filter(serves)
    const { restApi } = new ServiceApi(this, {
      name: 'dashboard',
      names,
      routes: routes.map((route) => ({ ...route, lambda: this.functionOf(route, deployment) })),
      throttles: throttlesOf('dashboard', { routes, functions, deployment }),
    })
    this.restApi = restApi
    recordPresent(this, { dashboard: restApi.restApiId })
  }

  private functionOf({ functionName }: Route, { names }: Deployment) {
    return LambdaFunction.fromFunctionAttributes(this, functionName, {
      functionArn: names.functionArn(functionName),
      sameEnvironment: true,
    })
  }
}
