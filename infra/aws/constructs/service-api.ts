import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Route } from '../../local/gateway/route.ts'
import { acknowledge } from '../nag-reasons.ts'
import { CustomerAlarm } from './customer-alarm.ts'
import { addGatewayResponses } from './gateway-responses.ts'
import type { Names } from './names.ts'
import { answerOtherMethods } from './other-methods.ts'

export type ServiceApiProps = {
  /** Such as `checkout`; names it beside the prefix. */
  name: string
  names: Names
  routes: readonly (Route & { lambda: IFunction })[]
  /** What a customer notices of its failures. */
  impact: string
}

/** CloudFront puts it before every path, so no caller sees it. */
export const stageName = 'live'

/** A regional REST API that only CloudFront can call: every route needs the key that CloudFront adds. */
export class ServiceApi extends Construct {
  readonly restApi: RestApi

  constructor(scope: Construct, { name, names, routes, impact }: ServiceApiProps) {
    super(scope, 'Api')
    this.restApi = new RestApi(this, 'Rest', {
      restApiName: `${names.prefix}-${name}`,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        throttlingRateLimit: 200,
        throttlingBurstLimit: 400,
        // Execution logs quote requests: an error about a header repeats the API key in it.
        loggingLevel: MethodLoggingLevel.OFF,
        accessLogDestination: new LogGroupLogDestination(this.accessLog(name, names)),
        accessLogFormat,
      },
    })
    addGatewayResponses(this.restApi)
    this.addRoutes(routes)
    this.alarm(name, names, impact)
    acknowledge(this, {
      COG4: 'Merchants sign in by API keys of the service, which its functions check.',
      APIG4: 'The functions check API keys; checkout pages are public by design.',
      APIG2: 'The functions parse every input and say what is wrong with it.',
      APIG3: 'A web ACL belongs before CloudFront, and costs more than all the rest.',
      APIG6: 'Execution logs quote requests; the access log has what is needed.',
    })
  }

  private accessLog(name: string, names: Names): LogGroup {
    return new LogGroup(this, 'AccessLog', {
      logGroupName: `/aws/apigateway/${names.prefix}-${name}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }

  private addRoutes(routes: ServiceApiProps['routes']): void {
    for (const route of routes) {
      this.restApi.root
        .resourceForPath(route.resource)
        .addMethod(route.method, integration(route), { apiKeyRequired: true })
    }
    const resources = new Set(routes.flatMap(({ resource }) => withParents(resource)))
    for (const path of resources) {
      const methods = routes.filter(({ resource }) => resource === path).map((r) => r.method)
      answerOtherMethods(this.restApi.root.resourceForPath(path), methods.sort())
    }
    answerOtherMethods(this.restApi.root.resourceForPath('/{proxy+}'), [])
  }

  private alarm(name: string, names: Names, impact: string): void {
    new CustomerAlarm(this, 'ServerErrors', {
      names,
      title: `${name}: more than 1 % of the answers are errors of ours`,
      impact,
      // Its average is the share of the calls that failed. One failure at night does not last two periods.
      metric: this.restApi.metricServerError({ period: Duration.minutes(5), statistic: 'Average' }),
      threshold: 0.01,
      periods: 2,
    })
  }
}

function integration({ lambda, streaming }: ServiceApiProps['routes'][number]): LambdaIntegration {
  return new LambdaIntegration(lambda, {
    // One permission for each function, whatever the number of its methods.
    scopePermissionToMethod: false,
    ...(streaming && {
      responseTransferMode: ResponseTransferMode.STREAM,
      timeout: Duration.seconds(60),
    }),
  })
}

/** `/api/v1/links` → itself, `/api/v1`, `/api`. */
function withParents(resource: string): string[] {
  const parts = resource.split('/').slice(1)
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
}

/** No bodies, no addresses, no messages that quote a header, and the resource instead of the path, which may hold an id. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    at: AccessLogField.contextRequestTimeEpoch(),
    method: AccessLogField.contextHttpMethod(),
    resource: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    milliseconds: '$context.responseLatency',
    functionMilliseconds: AccessLogField.contextIntegrationLatency(),
    responseBytes: AccessLogField.contextResponseLength(),
    error: '$context.error.responseType',
  }),
)
