import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { chainById } from '../../../shared/chain/chains.ts'
import type { MetricName } from '../../../shared/kernel/metrics.ts'
import { CustomerAlarm, type CustomerAlarmProps } from './customer-alarm.ts'
import type { Names } from './names.ts'

export type MeasuredAlarmsProps = {
  names: Names
  /** Those that the deployment has nodes for. */
  chainIds: readonly number[]
}

type Alarms = Record<string, Omit<CustomerAlarmProps, 'names'>>

/** Alarms on what the functions measure themselves. Only live mode has customers, so test mode raises none. */
export class MeasuredAlarms extends Construct {
  constructor(scope: Construct, { names, chainIds }: MeasuredAlarmsProps) {
    super(scope, 'Measured')
    const alarms = {
      ...alarmsOfChains(names, chainIds),
      ...alarmsOfPayments(names),
      ...alarmsOfShops(names),
    }
    for (const [id, props] of Object.entries(alarms)) {
      new CustomerAlarm(this, id, { names, ...props })
    }
  }
}

function alarmsOfChains(names: Names, chainIds: readonly number[]): Alarms {
  const alarms: Alarms = {}
  for (const chainId of chainIds) {
    const chain = chainById(chainId)
    if (chain?.mode !== 'live') continue
    alarms[`Chain${chainId}`] = {
      title: `too few nodes of ${chain.name} answer`,
      impact: `Customers who paid on ${chain.name} see no change, and shops do not ship.`,
      metric: metric(names, 'ChainReached', {
        dimensionsMap: { chain: String(chainId) },
        statistic: 'Maximum',
      }),
      threshold: 1,
      below: true,
      periods: 2,
    }
  }
  return alarms
}

function alarmsOfPayments(names: Names): Alarms {
  return {
    Reconciler: {
      title: 'the reconciler is late or stands still',
      impact: 'Payments are noticed late where no notification comes and no checkout page is open.',
      metric: metric(names, 'ReconcileSeconds', { statistic: 'Average' }),
      // A round is cut off after a minute.
      threshold: 45,
      periods: 2,
      silence: 'alarming',
    },
    ClosedOverdue: {
      title: 'scans of closed addresses are overdue',
      impact: 'Money that customers send late stays unnoticed, so nobody refunds or accepts it.',
      metric: metric(names, 'ClosedOverdueSeconds', {
        statistic: 'Maximum',
        period: Duration.minutes(15),
      }),
      threshold: 1,
      periods: 2,
      silence: 'alarming',
    },
    Noticed: {
      title: 'payments are noticed late',
      impact: 'Customers who paid look at "waiting for your payment" for minutes.',
      metric: live(names, 'NoticedSeconds', { statistic: 'p90', period: Duration.minutes(15) }),
      threshold: 180,
    },
    Astray: {
      title: 'money went astray',
      impact:
        'A customer who paid late, or in another coin, wants it back; or a payment was undone.',
      metric: live(names, 'MoneyAstray', { statistic: 'Sum' }),
      threshold: 1,
    },
  }
}

function alarmsOfShops(names: Names): Alarms {
  return {
    Prices: {
      title: 'prices are unavailable',
      impact: 'Sessions cannot be opened, so customers who want to pay get an error.',
      metric: live(names, 'PriceUnavailable', { statistic: 'Sum' }),
      threshold: 1,
      // A small shop opens few sessions, and a single failure is over before anybody reads of it.
      periods: 2,
      outOf: 6,
    },
    GivenUp: {
      title: 'webhooks are given up',
      impact: 'A shop was never told of a payment, so a customer who paid waits for an order.',
      // Each that ended is 1 or 0, so the lowest says whether one was given up, however many arrived.
      metric: live(names, 'DeliveryArrived', { statistic: 'Minimum' }),
      threshold: 1,
      below: true,
    },
  }
}

type Choice = { statistic: string; period?: Duration; dimensionsMap?: Record<string, string> }

function live(names: Names, metricName: MetricName, choice: Choice): Metric {
  return metric(names, metricName, { ...choice, dimensionsMap: { mode: 'live' } })
}

function metric({ prefix }: Names, metricName: MetricName, choice: Choice): Metric {
  return new Metric({ namespace: prefix, metricName, period: Duration.minutes(5), ...choice })
}
