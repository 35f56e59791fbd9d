import { Stack } from 'aws-cdk-lib'
import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { type Route, routesOf } from '../../local/gateway/route.ts'
import { ServiceApi } from '../constructs/service-api.ts'
import { type Deployment, ServiceFunction } from '../constructs/service-function.ts'

export type DashboardStackProps = {
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
  serves: (route: Route) => boolean
}

/**
 * The REST API of the dashboard. Its limits are its own, so that its pages never slow down payments. The functions of
 * signed-in operators are in the operator stack: with their routes, there would be more resources than a stack may have.
 */
export class DashboardStack extends Stack {
  readonly restApi: RestApi

  constructor(scope: Construct, { functions, deployment, serves }: DashboardStackProps) {
    const { names } = deployment
    super(scope, `${names.prefix}-dashboard`, { description: 'REST API: dashboard' })
    const routes = routesOf(functions).filter(serves)
    const made = routes.flatMap((route) => {
      const row = functions[route.functionName]
      return row ? [{ ...route, lambda: this.functionOf(route.functionName, row, deployment) }] : []
    })
    const { restApi } = new ServiceApi(this, {
      ...{ name: 'dashboard', names, routes: made },
      limit: { ratePerSecond: 50, burst: 100 },
      // Every resource has a POST alone. Another method is not found, which saves a resource each.
      namesOtherMethods: false,
      impact: 'The dashboard shows errors to its operators. Payments continue.',
    })
    this.restApi = restApi
  }

  private functionOf(name: string, row: FunctionRow, deployment: Deployment) {
    if (row.trigger.kind === 'route') {
      return new ServiceFunction(this, { name, row, deployment }).lambda
    }
    return LambdaFunction.fromFunctionAttributes(this, name, {
      functionArn: deployment.names.functionArn(name),
      sameEnvironment: true,
    })
  }
}
