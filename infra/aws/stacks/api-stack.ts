import { Stack } from 'aws-cdk-lib'
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { type Route, routesOf } from '../../local/gateway/route.ts'
import type { ApiName } from '../concurrency-plan.ts'
import { ServiceApi } from '../constructs/service-api.ts'
import { type Deployment, ServiceFunction } from '../constructs/service-function.ts'
import { methodThrottles, type Throttle } from '../method-throttles.ts'
import { recordPresent, recordUsedData } from '../references.ts'

export type ApiStackProps = {
  name: ApiName
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
  serves: (route: Route) => boolean
  /** Undefined if the alarm for failing functions is enough. */
  impact: string | undefined
}

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
      name,
      names,
      routes: made,
      ...(props.impact !== undefined && { impact: props.impact }),
      throttles: throttlesOf(name, { routes, functions, deployment }),
    })
    this.restApi = restApi
    recordPresent(this, { [name]: restApi.restApiId })
    recordUsedData(this, deployment)
  }
}

type Served = Pick<ApiStackProps, 'functions' | 'deployment'> & { routes: readonly Route[] }

/** By function: what the deployment's quota leaves to each method of an API. */
export function throttlesOf(
  name: ApiName,
  { routes, functions, deployment }: Served,
): ReadonlyMap<string, Throttle> {
  const { requestsPerSecond, leastPerMethod } = deployment.concurrency
  const invoked = routes.flatMap(({ functionName }) => {
    const row = functions[functionName]
    return row ? [{ functionName, row }] : []
  })
  return methodThrottles(requestsPerSecond[name], invoked, leastPerMethod)
}
