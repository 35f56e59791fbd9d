import { Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { CfnEventSourceMapping, EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { failedInvocations, failuresOfAlarm } from '../../../shared/kernel/metrics.ts'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import {
  type MachineName,
  machineNames,
  type QueueName,
} from '../../../shared/kernel/operation/touches.ts'
import { consumedQueues, type FunctionRow, modeQueueOf, queues } from '../../function-row.ts'
import { CustomerAlarm } from '../constructs/customer-alarm.ts'
import { MeasuredAlarms } from '../constructs/measured-alarms.ts'
import type { Names } from '../constructs/names.ts'
import { type Deployment, ServiceFunction } from '../constructs/service-function.ts'
import { ServiceMachine } from '../constructs/service-machine.ts'
import { ServiceQueue } from '../constructs/service-queue.ts'
import { recordUsedData } from '../references.ts'

type Trigger<Kind extends FunctionRow['trigger']['kind']> = FunctionRow['trigger'] & { kind: Kind }

export type WorkersStackProps = {
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
}

/** Everything that runs in the background: queues, state machines, schedules, and their functions. */
export class WorkersStack extends Stack {
  private readonly deployment: Deployment
  private readonly workers: ReadonlyMap<string, { row: FunctionRow; made: ServiceFunction }>

  constructor(scope: Construct, { functions, deployment }: WorkersStackProps) {
    super(scope, `${deployment.names.prefix}-workers`, {
      description: 'Queues, timers and schedules',
    })
    this.deployment = deployment
    recordUsedData(this, deployment)
    const rows = Object.entries(functions).filter(([, { trigger }]) => 'impact' in trigger)
    this.workers = new Map(
      rows.map(([name, row]) => [
        name,
        { row, made: new ServiceFunction(this, { name, row, deployment }) },
      ]),
    )
    for (const queue of Object.keys(queues).filter(isQueue)) {
      for (const mode of modes) this.addQueue(queue, mode)
    }
    for (const machine of machineNames) this.addMachine(machine)
    for (const { name, trigger, made } of this.triggeredBy('schedule')) {
      this.addSchedule(name, made, trigger)
    }
    this.failureAlarm()
    this.throttlingAlarm()
    new MeasuredAlarms(this, deployment.names)
  }

  private addQueue(name: QueueName, mode: Mode): void {
    const { names, concurrency } = this.deployment
    const modeQueue = modeQueueOf(name, mode)
    const consumers = this.triggeredBy('queue').filter(({ trigger }) =>
      consumedQueues(trigger).includes(modeQueue),
    )
    const maxConcurrency = concurrency.batches[modeQueue]
    const impact = consumers.map(({ trigger }) => trigger.impact).join(' ')
    const { queue } = new ServiceQueue(this, { name, mode, names, impact })
    for (const { made, trigger } of consumers) {
      const source = new EventSourceMapping(made, `Source-${mode}`, {
        target: made.lambda,
        eventSourceArn: queue.queueArn,
        batchSize: trigger.batchSize,
        ...(maxConcurrency !== null && { maxConcurrency }),
        reportBatchItemFailures: true,
      })
      if (maxConcurrency === null) removeLimit(source)
    }
  }

  private addMachine(name: MachineName): void {
    const tasks = this.triggeredBy('task').filter(({ trigger }) => trigger.machine === name)
    new ServiceMachine(this, {
      name,
      names: this.deployment.names,
      tasks: tasks.map((task) => task.name),
    })
  }

  /** A missed run isn't repeated: the next one does the same work. */
  private addSchedule(name: string, { lambda }: ServiceFunction, trigger: Trigger<'schedule'>) {
    const { scheduleName } = this.deployment.names
    const missed = { maxEventAge: Duration.seconds(60), retryAttempts: 0 }
    lambda.configureAsyncInvoke(missed)
    const schedule = Schedule.rate(Duration.minutes(Math.ceil(trigger.everySeconds / 60)))
    if (!trigger.perMode) {
      const targets = [new LambdaFunction(lambda, missed)]
      new Rule(lambda, 'Schedule', { ruleName: scheduleName(name), schedule, targets })
      return
    }
    for (const mode of modes) {
      const event = RuleTargetInput.fromObject({ mode })
      const targets = [new LambdaFunction(lambda, { ...missed, event })]
      const ruleName = scheduleName(name, mode)
      new Rule(lambda, `Schedule-${mode}`, { ruleName, schedule, targets })
    }
  }

  /**
   * One for all functions, because each alarm costs as much as 300 paid sessions; the log says which function fails. Lambda
   * sums errors per function or for the whole account, so they are counted in the logs, but not of functions that only test
   * mode has. Nodes fail occasionally without failing an invocation, and a schedule that always fails does so at least 3
   * times in 15 minutes. Executions of timers that failed are counted there, too.
   */
  private failureAlarm(): void {
    const { names } = this.deployment
    for (const [name, { made }] of this.workers) {
      if (!name.endsWith('-test')) countFailures(made, names)
    }
    const withoutTheirOwn = [
      ...this.triggeredBy('schedule'),
      ...this.triggeredBy('task'),
      ...this.triggeredBy('function'),
      ...this.withoutDeadLetters(),
    ]
    // Functions of both modes once.
    const ofModes = /-(?:live|test)$/
    const impacts = new Set(
      withoutTheirOwn.map(({ name, trigger }) => `${name.replace(ofModes, '')}: ${trigger.impact}`),
    )
    new CustomerAlarm(this, 'Failing', {
      names,
      title: 'a background function keeps failing',
      impact: `The log names it. ${[...impacts].join(' ')}`,
      metric: new Metric({
        namespace: names.prefix,
        metricName: failedInvocations,
        statistic: 'Sum',
        period: Duration.minutes(15),
      }),
      threshold: failuresOfAlarm,
    })
  }

  private withoutDeadLetters() {
    return this.triggeredBy('queue').filter(
      ({ trigger }) => queues[trigger.queue].maxReceiveCount === null,
    )
  }

  private throttlingAlarm(): void {
    new CustomerAlarm(this, 'Throttled', {
      names: this.deployment.names,
      title: 'out of concurrent executions',
      impact:
        'Checkout pages and the API respond with errors: request a higher quota from AWS. If only scan-addresses-test is throttled, a load test is the cause, and nothing is lost.',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 5,
    })
  }

  private triggeredBy<Kind extends FunctionRow['trigger']['kind']>(kind: Kind) {
    return [...this.workers].flatMap(([name, { row, made }]) => {
      const { trigger } = row
      return isKind(trigger, kind) ? [{ name, trigger, made }] : []
    })
  }
}

/** A smaller quota may have set one, which Lambda keeps unless an update empties it. */
function removeLimit({ node: { defaultChild } }: EventSourceMapping): void {
  if (defaultChild instanceof CfnEventSourceMapping) defaultChild.scalingConfig = {}
}

/** Lambda's own line about an invocation: at WARN it is written only if the function threw, crashed or timed out. */
function countFailures({ lambda, logGroup }: ServiceFunction, { prefix }: Names): void {
  new MetricFilter(lambda, 'Failures', {
    logGroup,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.type', '=', 'platform.report'),
      FilterPattern.stringValue('$.record.status', '!=', 'success'),
    ),
    metricNamespace: prefix,
    metricName: failedInvocations,
  })
}

function isKind<Kind extends FunctionRow['trigger']['kind']>(
  trigger: FunctionRow['trigger'],
  kind: Kind,
): trigger is Trigger<Kind> {
  return trigger.kind === kind
}

function isQueue(name: string): name is QueueName {
  return name in queues
}
