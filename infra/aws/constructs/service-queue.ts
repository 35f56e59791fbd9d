import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { QueueName } from '../../../shared/kernel/operation/touches.ts'
import { modeQueueOf, queues } from '../../function-row.ts'
import { acknowledge } from '../nag-reasons.ts'
import { CustomerAlarm } from './customer-alarm.ts'
import type { Names } from './names.ts'

export type ServiceQueueProps = {
  name: QueueName
  mode: Mode
  names: Names
  /** The impact of messages that could not be processed on customers. */
  impact: string
}

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }

/** A queue and, if its messages must not be lost, a dead-letter queue; encrypted and accessible over TLS only. */
export class ServiceQueue extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, props: ServiceQueueProps) {
    const { name: queue, mode, names } = props
    const name = modeQueueOf(queue, mode)
    super(scope, `${name}-queue`)
    const { visibilitySeconds, keptSeconds, maxReceiveCount } = queues[queue]
    const deadLetterQueue =
      maxReceiveCount === null ? {} : { deadLetterQueue: this.deadLetters(props, maxReceiveCount) }
    this.queue = new Queue(this, 'Queue', {
      ...secured,
      ...deadLetterQueue,
      queueName: names.queueName(name),
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      retentionPeriod: Duration.seconds(keptSeconds),
    })
    if (maxReceiveCount === null) {
      acknowledge(this.queue, { SQS3: 'Its messages are worthless after two minutes.' })
    }
  }

  private deadLetters(
    { name: queue, mode, names, impact }: ServiceQueueProps,
    maxReceiveCount: number,
  ) {
    const name = modeQueueOf(queue, mode)
    const dead = new Queue(this, 'Dead', {
      ...secured,
      queueName: names.deadLetterQueueName(name),
      retentionPeriod: Duration.days(14),
    })
    // Test mode has no customers.
    if (mode === 'live') {
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
    return { queue: dead, maxReceiveCount }
  }
}
