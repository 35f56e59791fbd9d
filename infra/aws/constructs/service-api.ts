import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib'
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Route } from '../../local/gateway/route.ts'
import type { Throttle } from '../method-throttles.ts'
import { acknowledge } from '../nag-reasons.ts'
import { compressedFromBytes, describeApi } from './api-description.ts'
import { CustomerAlarm } from './customer-alarm.ts'
import type { Names } from './names.ts'

export type ServiceApiProps = {
  /** Such as `checkout`; follows the prefix in the API's name. */
  name: string
  names: Names
  routes: readonly (Route & { lambda: IFunction })[]
  /** By function. */
  throttles: ReadonlyMap<string, Throttle>
  /** The impact of its failures on customers; without one, those who call it see them, and there is no alarm. */
  impact?: string
}

/** CloudFront adds it to every path, so callers never see it. */
export const stageName = 'live'

/** A regional REST API that only CloudFront can call: every route needs the key that CloudFront adds. */
export class ServiceApi extends Construct {
  readonly restApi: SpecRestApi

  constructor(scope: Construct, { name, names, routes, throttles, impact }: ServiceApiProps) {
    super(scope, 'Api')
    const restApiName = `${names.prefix}-${name}`
    this.restApi = new SpecRestApi(this, 'Rest', {
      restApiName,
      apiDefinition: ApiDefinition.fromInline(describeApi(restApiName, routes.map(withArn))),
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      minCompressionSize: Size.bytes(compressedFromBytes),
      deployOptions: {
        stageName,
        methodOptions: Object.fromEntries(
          routes.map(({ resource, method, functionName }) => {
            const { ratePerSecond = 1, burst = 1 } = throttles.get(functionName) ?? {}
            const limits = { throttlingRateLimit: ratePerSecond, throttlingBurstLimit: burst }
            return [`${resource}/${method}`, { ...limits, ...unlogged }]
          }),
        ),
        // For all other methods: API Gateway itself responds to them.
        throttlingRateLimit: 100,
        throttlingBurstLimit: 50,
        ...unlogged,
        accessLogDestination: new LogGroupLogDestination(this.accessLog(name, names)),
        accessLogFormat,
      },
    })
    this.allowInvocations(routes)
    if (impact !== undefined) this.alarm(name, names, impact)
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

  /** One permission for each function, however many methods it has. */
  private allowInvocations(routes: ServiceApiProps['routes']): void {
    for (const lambda of new Set(routes.map((route) => route.lambda))) {
      lambda.addPermission('Api', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.restApi.arnForExecuteApi(),
      })
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

/** Execution logs quote requests: an error about a header includes the API key in it. */
const unlogged = { loggingLevel: MethodLoggingLevel.OFF }

function withArn({ lambda, ...route }: ServiceApiProps['routes'][number]) {
  return { ...route, functionArn: lambda.functionArn }
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
