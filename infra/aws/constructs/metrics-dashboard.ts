import { Duration } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { MetricName } from '../../../shared/kernel/metrics.ts'
import { modeQueueOf } from '../../function-row.ts'
import type { Names } from './names.ts'

/** Costs 3 USD a month. */
export class MetricsDashboard extends Construct {
  constructor(scope: Construct, { names, tableName }: { names: Names; tableName: string }) {
    super(scope, 'MetricsDashboard')
    const ours = (name: MetricName, statistic: string) =>
      metric(names.prefix, name, { statistic, dimensionsMap: { mode: 'live' } })
    const dashboard = new Dashboard(this, 'Dashboard', {
      // Dashboards are worldwide.
      dashboardName: names.globalName('payments'),
    })
    dashboard.addWidgets(
      graph('Sessions', [ours('SessionOpened', 'Sum'), ours('SessionExpired', 'Sum')]),
      graph('Seconds until a payment is seen, and paid', [
        ours('NoticedSeconds', 'p90'),
        ours('ConfirmedSeconds', 'p90'),
      ]),
      graph('Webhooks: share that arrived', [ours('DeliveryArrived', 'Average')]),
      graph('Functions: at a time, throttled, failed', functionMetrics(names)),
      graph('Requests and server errors', requestMetrics(names)),
      graph('Waiting webhooks, and throttled writes', waitingMetrics(names, tableName)),
    )
  }
}

function functionMetrics({ prefix }: Names): IMetric[] {
  return [
    metric('AWS/Lambda', 'ConcurrentExecutions', { statistic: 'Maximum' }),
    metric('AWS/Lambda', 'Throttles', { statistic: 'Sum' }),
    metric(prefix, 'FailedInvocations', { statistic: 'Sum' }),
  ]
}

function requestMetrics({ prefix }: Names): IMetric[] {
  return ['api', 'checkout'].flatMap((api) => {
    const of = { statistic: 'Sum', dimensionsMap: { ApiName: `${prefix}-${api}` } }
    return [metric('AWS/ApiGateway', 'Count', of), metric('AWS/ApiGateway', '5XXError', of)]
  })
}

function waitingMetrics(names: Names, TableName: string): IMetric[] {
  const QueueName = names.queueName(modeQueueOf('webhook-deliveries', 'live'))
  return [
    metric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', {
      statistic: 'Maximum',
      dimensionsMap: { QueueName },
    }),
    metric('AWS/DynamoDB', 'ThrottledRequests', {
      statistic: 'Sum',
      dimensionsMap: { TableName, Operation: 'TransactWriteItems' },
    }),
  ]
}

type Choice = { statistic: string; dimensionsMap?: Record<string, string> }

function metric(namespace: string, metricName: string, choice: Choice): Metric {
  return new Metric({ namespace, metricName, period: Duration.minutes(5), ...choice })
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 })
}
