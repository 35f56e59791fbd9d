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
  /** The technical problem. */
  title: string
  /** The impact on customers or shops, which shows how urgent it is. */
  impact: string
  metric: IMetric
  threshold: number
  /** Fires below the threshold instead of at or above it. */
  below?: true
  /** How many periods must be beyond the threshold; default 1. */
  periods?: number
  /** Out of how many of the latest periods; default: consecutive ones. */
  outOf?: number
  /** By default, missing data means no requests, so nothing failed. */
  missingData?: 'breaching'
}

/** An alarm that describes its impact on customers. It notifies the topic when it fires and when it is resolved. */
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
      treatMissingData: props.missingData
        ? TreatMissingData.BREACHING
        : TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(topic))
    alarm.addOkAction(new SnsAction(topic))
  }
}
