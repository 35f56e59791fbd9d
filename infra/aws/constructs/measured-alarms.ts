import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { MetricName } from '../../../shared/kernel/metrics.ts'
import { CustomerAlarm, type CustomerAlarmProps } from './customer-alarm.ts'
import type { Names } from './names.ts'

type Alarms = Record<string, Omit<CustomerAlarmProps, 'names'>>

/** Alarms on the functions' own metrics. Only live mode has customers, so test mode has no alarms. */
export class MeasuredAlarms extends Construct {
  constructor(scope: Construct, names: Names) {
    super(scope, 'Measured')
    const alarms = {
      ...chainAlarms(names),
      ...paymentAlarms(names),
      ...shopAlarms(names),
    }
    for (const [id, props] of Object.entries(alarms)) {
      new CustomerAlarm(this, id, { names, ...props })
    }
  }
}

/** One for all chains: the log names those that can't be relied on. */
function chainAlarms(names: Names): Alarms {
  return {
    Chains: {
      title: 'payments on a chain can not be decided',
      impact:
        'Its nodes do not agree or respond, or a coin can not be read, so shops do not fulfill paid orders.',
      // Any shard may be the one that has it. Rounds are a minute apart, but now and then none ends within a minute.
      metric: metric(names, 'ChainsUnreached', {
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      threshold: 1,
      periods: 5,
      outOf: 6,
    },
  }
}

function paymentAlarms(names: Names): Alarms {
  return {
    Reconciler: {
      title: 'the reconciler has stopped',
      impact:
        'Payments without a notification or an open checkout page are detected late or not at all.',
      // Counts live mode only, and is free of charge. If rounds fail or are late, other alarms fire.
      metric: startsOf(names.scheduleName('reconcile', 'live')),
      threshold: 1,
      below: true,
      periods: 2,
      missingData: 'breaching',
    },
    // Measured by the reconciler, too, so it also fires if what is late has stopped.
    Overdue: {
      title: 'work in the background is overdue',
      impact:
        'The log says which: payments, also late ones, are not detected, or shops get no webhooks.',
      metric: metric(names, 'OverdueSeconds', { statistic: 'Maximum' }),
      threshold: 1,
      periods: 2,
      outOf: 3,
    },
    DetectedLate: {
      title: 'payments are detected late',
      impact: 'Customers who have paid see "waiting for your payment" for minutes.',
      metric: live(names, 'NoticedSeconds', { statistic: 'p90', period: Duration.minutes(15) }),
      threshold: 180,
    },
    UnmatchedFunds: {
      title: 'unmatched funds',
      impact:
        'A customer who paid late or in another coin may want a refund, or a payment was reorged.',
      metric: live(names, 'UnmatchedFunds', { statistic: 'Sum' }),
      threshold: 1,
    },
  }
}

function shopAlarms(names: Names): Alarms {
  return {
    Prices: {
      title: 'prices are unavailable',
      impact: 'Sessions cannot be created, so customers who want to pay get an error.',
      metric: live(names, 'PriceUnavailable', { statistic: 'Sum' }),
      threshold: 1,
      // A small shop creates few sessions, and a single failure is over before anyone reads the alarm.
      periods: 2,
      outOf: 6,
    },
    DeliveriesFailed: {
      title: 'webhook deliveries failed',
      impact: 'A shop did not receive an event, so a customer who has paid may wait for an order.',
      // Each finished delivery is 1 or 0, so the minimum shows a single failure among any number of successes.
      metric: live(names, 'DeliveryArrived', { statistic: 'Minimum' }),
      threshold: 1,
      below: true,
    },
  }
}

/** How often a schedule started its function. EventBridge writes no zeros. */
function startsOf(RuleName: string): Metric {
  return new Metric({
    namespace: 'AWS/Events',
    metricName: 'Invocations',
    dimensionsMap: { RuleName },
    statistic: 'Sum',
    period: Duration.minutes(5),
  })
}

type Choice = { statistic: string; period?: Duration; dimensionsMap?: Record<string, string> }

function live(names: Names, metricName: MetricName, choice: Choice): Metric {
  return metric(names, metricName, { ...choice, dimensionsMap: { mode: 'live' } })
}

function metric({ prefix }: Names, metricName: MetricName, choice: Choice): Metric {
  return new Metric({ namespace: prefix, metricName, period: Duration.minutes(5), ...choice })
}
