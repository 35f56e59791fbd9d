import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib'
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
import { addFallbackMethods } from './fallback-methods.ts'
import { addGatewayResponses } from './gateway-responses.ts'
import type { Names } from './names.ts'

export type ServiceApiProps = {
  /** Such as `checkout`; follows the prefix in the API's name. */
  name: string
  names: Names
  routes: readonly (Route & { lambda: IFunction })[]
  limit: { ratePerSecond: number; burst: number }
  /** False if other methods of a resource are not found; by default they are not allowed. */
  namesOtherMethods?: boolean
  /** The impact of its failures on customers. */
  impact: string
}

/** CloudFront adds it to every path, so callers never see it. */
export const stageName = 'live'

/** A regional REST API that only CloudFront can call: every route needs the key that CloudFront adds. */
export class ServiceApi extends Construct {
  readonly restApi: RestApi

  constructor(scope: Construct, { name, names, routes, limit, impact, ...props }: ServiceApiProps) {
    super(scope, 'Api')
    this.restApi = new RestApi(this, 'Rest', {
      restApiName: `${names.prefix}-${name}`,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      // CloudFront compresses nothing that it doesn't cache.
      minCompressionSize: Size.bytes(1000),
      deployOptions: {
        stageName,
        throttlingRateLimit: limit.ratePerSecond,
        throttlingBurstLimit: limit.burst,
        // Execution logs quote requests: an error about a header includes the API key in it.
        loggingLevel: MethodLoggingLevel.OFF,
        accessLogDestination: new LogGroupLogDestination(this.accessLog(name, names)),
        accessLogFormat,
      },
    })
    addGatewayResponses(this.restApi)
    this.addRoutes(routes)
    if (props.namesOtherMethods ?? true) this.nameOtherMethods(routes)
    addFallbackMethods(this.restApi.root.resourceForPath('/{proxy+}'), [])
    this.alarm(name, names, impact)
    acknowledge(this, {
      COG4: "Merchants authenticate with the service's own API keys, which its functions verify.",
      APIG4: 'The functions verify API keys; checkout pages are public by design.',
      APIG2: 'The functions validate every input and say what is wrong with it.',
      APIG3:
        'A web ACL belongs in front of CloudFront, and costs more than everything else together.',
      APIG6: 'Execution logs quote requests; the access log is sufficient.',
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
  }

  private nameOtherMethods(routes: ServiceApiProps['routes']): void {
    const resources = new Set(routes.flatMap(({ resource }) => withParents(resource)))
    for (const path of resources) {
      const methods = routes.filter(({ resource }) => resource === path).map((r) => r.method)
      addFallbackMethods(this.restApi.root.resourceForPath(path), methods.sort())
    }
  }

  private alarm(name: string, names: Names, impact: string): void {
    new CustomerAlarm(this, 'ServerErrors', {
      names,
      title: `${name}: more than 1 % of responses are server errors`,
      impact,
      // The average is the share of failed requests. A single failure at night doesn't last for two periods.
      metric: this.restApi.metricServerError({ period: Duration.minutes(5), statistic: 'Average' }),
      threshold: 0.01,
      periods: 2,
    })
  }
}

function integration({ lambda, streaming }: ServiceApiProps['routes'][number]): LambdaIntegration {
  return new LambdaIntegration(lambda, {
    // One permission for each function, however many methods it has.
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

/** No bodies, addresses, or messages that quote a header, and the resource instead of the path, which can contain an id. */
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
