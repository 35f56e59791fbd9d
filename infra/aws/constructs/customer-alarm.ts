import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { Names } from './names.ts'

export type CustomerAlarmProps = {
  names: Names
  /** What has gone wrong, in the words of the service. */
  title: string
  /** What a customer or a shop notices, and so whether to get up for it. */
  impact: string
  metric: IMetric
  threshold: number
  /** Fires below the threshold instead of at or above it. */
  below?: true
  /** Periods of the metric that must be beyond the threshold; default 1. */
  periods?: number
  /** Among how many of the latest; default: one after the other. */
  outOf?: number
  /** What no data means: by default that nothing was asked for, so nothing failed. */
  silence?: 'alarming'
}

/** An alarm that says what its firing means for a customer. It tells the topic when it fires and when it is over. */
export class CustomerAlarm extends Construct {
  constructor(scope: Construct, id: string, props: CustomerAlarmProps) {
    super(scope, id)
    const { names, title, impact, metric, threshold, periods = 1, outOf = periods } = props
    const topic = Topic.fromTopicArn(this, 'Topic', names.alarmTopicArn)
    const alarm = new Alarm(this, 'Alarm', {
      alarmName: `${names.prefix}: ${title}`,
      alarmDescription: impact,
      metric,
      threshold,
      evaluationPeriods: outOf,
      datapointsToAlarm: periods,
      comparisonOperator: props.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: props.silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(topic))
    alarm.addOkAction(new SnsAction(topic))
  }
}
