import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { QueueName } from '../../../shared/kernel/operation/touches.ts'
import { modeQueueOf, queues } from '../../function-row.ts'
import { CustomerAlarm } from './customer-alarm.ts'
import type { Names } from './names.ts'

export type ServiceQueueProps = {
  name: QueueName
  mode: Mode
  names: Names
  /** The impact of messages that could not be processed on customers. */
  impact: string
}

/** A queue with a dead-letter queue, both encrypted and accessible over TLS only. */
export class ServiceQueue extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, { name: queue, mode, names, impact }: ServiceQueueProps) {
    const name = modeQueueOf(queue, mode)
    super(scope, `${name}-queue`)
    const { visibilitySeconds, maxReceiveCount } = queues[queue]
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
    const dead = new Queue(this, 'Dead', {
      ...common,
      queueName: names.deadLetterQueueName(name),
      retentionPeriod: Duration.days(14),
    })
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: names.queueName(name),
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: dead, maxReceiveCount },
    })
    // Test mode has no customers.
    if (mode === 'test') return
    new CustomerAlarm(this, 'DeadLetters', {
      names,
      title: `dead letters in ${name}`,
      impact,
      metric: dead.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: 1,
    })
  }
}
