import { Stack } from 'aws-cdk-lib'
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { type Route, routesOf } from '../../local/gateway/route.ts'
import type { ApiName } from '../concurrency-plan.ts'
import { ServiceApi } from '../constructs/service-api.ts'
import { type Deployment, ServiceFunction } from '../constructs/service-function.ts'
import { recordPresent, recordUsedData } from '../references.ts'

export type ApiStackProps = {
  name: ApiName
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
  /** Which of all routes this API serves. */
  serves: (route: Route) => boolean
  impact: string
}

/** One REST API with its functions. */
export class ApiStack extends Stack {
  readonly restApi: SpecRestApi

  constructor(scope: Construct, { name, functions, deployment, ...props }: ApiStackProps) {
    const { names } = deployment
    super(scope, `${names.prefix}-${name}`, { description: `REST API: ${name}` })
    const routes = routesOf(functions).filter(props.serves)
    const made = routes.flatMap((route) => {
      const row = functions[route.functionName]
      if (!row) return []
      const { lambda } = new ServiceFunction(this, { name: route.functionName, row, deployment })
      return [{ ...route, lambda }]
    })
    const { restApi } = new ServiceApi(this, {
      ...{ name, names, routes: made, impact: props.impact },
      limit: deployment.concurrency.throttles[name],
    })
    this.restApi = restApi
    recordPresent(this, { [name]: restApi.restApiId })
    recordUsedData(this, deployment)
  }
}
