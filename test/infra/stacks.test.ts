import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { planConcurrency } from '../../infra/aws/concurrency-plan.ts'
import { consumedQueues, type FunctionRow, modeQueues, queues } from '../../infra/function-row.ts'
import { functions } from '../../infra/functions.ts'
import { failedInvocations, metrics } from '../../shared/kernel/metrics.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { tableSchema } from '../../shared/kernel/store/schema.ts'
import { ownTemplates, resourcesOf, type Template, templatesWith } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
})

const rows: readonly (readonly [string, FunctionRow])[] = Object.entries(functions)

function propertiesOf(type: string) {
  return resourcesOf(templates, type).map(({ properties }) => properties)
}

describe('the stacks', () => {
  const most = 450
  // CloudFormation accepts 1 MB.
  const mostBytes = 900_000

  it('have less than 450 resources each', () => {
    const counts = [...templates].map(([name, { Resources }]) => [
      name,
      Object.keys(Resources).length,
    ])
    expect(counts.map(([name]) => name).sort()).toEqual([
      'quittance-api',
      'quittance-checkout',
      'quittance-dashboard',
      'quittance-foundation',
      'quittance-operator',
      'quittance-operator-payments',
      'quittance-pages',
      'quittance-workers',
    ])
    for (const [, count] of counts) expect(count).toBeLessThan(most)
  })

  it('have less than 1 MB each', () => {
    for (const [name, template] of templates) {
      expect(JSON.stringify(template).length, name).toBeLessThan(mostBytes)
    }
  })

  it('refer to each other weakly, so that each can be replaced', () => {
    for (const { Outputs } of templates.values()) {
      expect(Object.values(Outputs).filter((output) => 'Export' in output)).toEqual([])
    }
    expect(JSON.stringify([...templates.values()])).not.toContain('Fn::ImportValue')
  })
})

describe('data that must not be lost', () => {
  it('is kept when its stack is deleted or replaced', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key']) {
      expect(resourcesOf(templates, type)).toMatchObject([
        { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' },
      ])
    }
  })

  it('can be restored, and is not deleted by accident', () => {
    expect(propertiesOf('AWS::DynamoDB::Table')).toMatchObject([
      {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: tableSchema.ttlAttribute, Enabled: true },
      },
    ])
    expect(propertiesOf('AWS::KMS::Key')).toMatchObject([
      { EnableKeyRotation: true, RotationPeriodInDays: 2560 },
    ])
  })

  it('is stored under the keys that the store uses', () => {
    const key = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ]
    expect(propertiesOf('AWS::DynamoDB::Table')).toMatchObject([
      {
        KeySchema: key(tableSchema.partitionKey, tableSchema.sortKey),
        GlobalSecondaryIndexes: Object.entries(tableSchema.indexes).map(([IndexName, index]) => ({
          IndexName,
          KeySchema: key(index.partitionKey, index.sortKey),
          Projection:
            'include' in index
              ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.include }
              : { ProjectionType: 'ALL' },
        })),
      },
    ])
  })
})

describe('every function', () => {
  it.each(rows)('%s is made as its row says', (name, row) => {
    const functionName = `quittance-${name}`
    const made = propertiesOf('AWS::Lambda::Function').filter(
      ({ FunctionName }) => FunctionName === functionName,
    )
    expect(made).toMatchObject([
      {
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: row.memoryMb,
        Timeout: row.timeoutSeconds,
        LoggingConfig: { LogFormat: 'JSON' },
      },
    ])
    expect(propertiesOf('AWS::Logs::LogGroup')).toContainEqual(
      expect.objectContaining({ LogGroupName: `/aws/lambda/${functionName}`, RetentionInDays: 30 }),
    )
  })

  it('gets no node URL, which may hold a key', () => {
    const text = JSON.stringify([...templates])
    expect(text).not.toContain('node.test')
    expect(text).not.toContain('base.test')
  })
})

describe('what runs at a time', () => {
  const reservedIn = (made: ReadonlyMap<string, Template>) =>
    Object.fromEntries(
      resourcesOf(made, 'AWS::Lambda::Function').flatMap(({ properties }) => {
        const { FunctionName, ReservedConcurrentExecutions: reserved } = properties
        return reserved === undefined ? [] : [[String(FunctionName), reserved]]
      }),
    )
  const throttlesIn = (made: ReadonlyMap<string, Template>) =>
    resourcesOf(made, 'AWS::ApiGateway::Stage').map(
      ({ properties }) => properties['MethodSettings'],
    )
  const streamsIn = (made: ReadonlyMap<string, Template>) =>
    JSON.stringify([...made]).split('/api/checkout/sessions/{id}/stream').length - 1

  it('is shared as the plan for the quota says', () => {
    const { reserved, batches, throttles } = planConcurrency(1000)
    const expected = Object.entries(reserved).map(([name, most]) => [`quittance-${name}`, most])
    expect(reservedIn(templates)).toEqual(Object.fromEntries(expected))
    const mappings = propertiesOf('AWS::Lambda::EventSourceMapping')
    expect(mappings.map(({ ScalingConfig }) => ScalingConfig)).toEqual(
      Object.values(batches).map((most) => (most ? { MaximumConcurrency: most } : undefined)),
    )
    expect(throttlesIn(templates)).toEqual(
      [throttles.api, throttles.checkout, throttles.dashboard].map(({ ratePerSecond, burst }) => [
        expect.objectContaining({
          ThrottlingRateLimit: ratePerSecond,
          ThrottlingBurstLimit: burst,
        }),
      ]),
    )
    expect(streamsIn(templates)).toBe(1)
    expect(propertiesOf('AWS::Lambda::Function')).toContainEqual(
      expect.objectContaining({
        FunctionName: 'quittance-stream-session',
        Environment: { Variables: expect.objectContaining({ MOST_STREAMS: '200' }) },
      }),
    )
  })

  it('fits a new account if nobody has read the quota: nothing is reserved, and pages have no stream', async () => {
    const made = await templatesWith('restored')
    expect(reservedIn(made)).toEqual({})
    expect(streamsIn(made)).toBe(0)
    expect(JSON.stringify([...made])).not.toContain('stream-session')
    expect(JSON.stringify(throttlesIn(made))).toContain('"ThrottlingRateLimit":1.4')
  })
})

describe('queues', () => {
  const queueNamed = (name: string) =>
    resourcesOf(templates, 'AWS::SQS::Queue').find(
      ({ properties }) => properties['QueueName'] === `quittance-${name}`,
    )

  it.each(Object.entries(modeQueues))('%s keeps its messages as its row says', (name, queue) => {
    const dead = queueNamed(`${name}-dead`)
    const redrive = {
      RedrivePolicy: {
        deadLetterTargetArn: `arn:of:AWS::SQS::Queue:${dead?.logicalId}`,
        maxReceiveCount: queue.maxReceiveCount,
      },
    }
    expect(queueNamed(name)?.properties).toMatchObject({
      SqsManagedSseEnabled: true,
      VisibilityTimeout: queue.visibilitySeconds,
      MessageRetentionPeriod: queue.keptSeconds,
      ...(queue.maxReceiveCount !== null && redrive),
    })
    if (queue.maxReceiveCount === null) expect(dead).toBeUndefined()
    else expect(dead?.properties).toMatchObject({ MessageRetentionPeriod: 14 * 86_400 })
  })

  it('lose no webhook, and no time with old scans', () => {
    expect(queues.scans).toMatchObject({ visibilitySeconds: 60, keptSeconds: 120 })
    expect(queues['webhook-deliveries'].maxReceiveCount).toBeGreaterThan(10)
  })

  it('wait longer than their functions may take', () => {
    for (const [, { trigger, timeoutSeconds }] of rows) {
      if (trigger.kind !== 'queue') continue
      // Another scan does no harm. A delivery is received again only after AWS's own retries of a throttled function.
      const times = trigger.queue === 'scans' ? 3 : 6
      expect(queues[trigger.queue].visibilitySeconds).toBeGreaterThanOrEqual(times * timeoutSeconds)
    }
  })

  it('accept only TLS', () => {
    const policies = propertiesOf('AWS::SQS::QueuePolicy').map((each) => JSON.stringify(each))
    expect(policies).toHaveLength(propertiesOf('AWS::SQS::Queue').length)
    for (const policy of policies) {
      expect(policy).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}}')
    }
  })

  it('report the messages that failed one by one', () => {
    const consumers = rows.filter(([, { trigger }]) => trigger.kind === 'queue')
    const mappings = propertiesOf('AWS::Lambda::EventSourceMapping')
    const consumed = consumers.flatMap(([, { trigger }]) =>
      trigger.kind === 'queue' ? consumedQueues(trigger) : [],
    )
    expect(consumed.toSorted()).toEqual(Object.keys(modeQueues).sort())
    expect(mappings).toHaveLength(consumed.length)
    for (const mapping of mappings) {
      expect(mapping).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] })
    }
  })
})

describe('state machines', () => {
  it.each(machineNames)('%s calls our functions and logs', (name) => {
    const [machine, ...more] = propertiesOf('AWS::StepFunctions::StateMachine').filter(
      ({ StateMachineName }) => StateMachineName === `quittance-${name}`,
    )
    expect(more).toEqual([])
    const definition = JSON.parse(z.string().parse(machine?.['DefinitionString']))
    const tasks = rows.flatMap(([task, { trigger }]) =>
      trigger.kind === 'task' && trigger.machine === name ? [`quittance-${task}`] : [],
    )
    // Each execution invokes the function of its own mode.
    const formats = JSON.stringify(definition).matchAll(/States.Format\('([^']+)', \$\.mode\)/g)
    const called = [...formats].flatMap(([, arn = '']) =>
      modes.map((mode) => arn.replace('{}', mode)),
    )
    expect(new Set(called)).toEqual(
      new Set(tasks.map((task) => `arn:aws:lambda:eu-central-1:111122223333:function:${task}`)),
    )
    expect(tasks).toHaveLength(modes.length)
    expect(JSON.stringify(definition)).toContain('"Resource":"arn:aws:states:::lambda:invoke"')
    expect(machine).toMatchObject({
      LoggingConfiguration: { Level: 'ERROR', IncludeExecutionData: false },
    })
  })
})

describe('schedules', () => {
  it('start what the table says, without retries', () => {
    const scheduled = rows.flatMap(([name, { trigger }]) => {
      if (trigger.kind !== 'schedule') return []
      return trigger.perMode ? modes.map((mode) => ({ name, mode })) : [{ name }]
    })
    const rules = propertiesOf('AWS::Events::Rule').filter((rule) => 'ScheduleExpression' in rule)
    expect(rules).toHaveLength(scheduled.length)
    for (const rule of rules) {
      expect(rule).toMatchObject({ Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0 } }] })
    }
    const rates: Record<string, string> = {
      'probe-chains': 'rate(5 minutes)',
      'retire-networks': 'rate(5 minutes)',
      'scan-closed-addresses': 'rate(5 minutes)',
    }
    const expected = scheduled.map(({ name }) => rates[name] ?? 'rate(1 minute)')
    const found = rules.map((rule) => rule['ScheduleExpression'])
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  it.each(['reconcile', 'relay', 'scan-closed-addresses'])(
    'start %s for each mode separately',
    (name) => {
      const targets = propertiesOf('AWS::Events::Rule').flatMap(
        (rule) => z.array(scheduleTarget).optional().parse(rule['Targets']) ?? [],
      )
      const logicalId = name.replaceAll('-', '')
      const inputs = targets.filter(({ Arn }) => JSON.stringify(Arn).includes(logicalId))
      expect(inputs.map(({ Input }) => Input)).toEqual(['{"mode":"live"}', '{"mode":"test"}'])
    },
  )
})

const scheduleTarget = z.object({ Arn: z.unknown(), Input: z.string().optional() })

/** An alarm's metric; none uses a math expression. */
const measuredBy = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
})

describe('alarms', () => {
  const alarms = () => propertiesOf('AWS::CloudWatch::Alarm')
  const alarmNamed = (name: string) =>
    alarms().find(({ AlarmName }) => AlarmName === `quittance: ${name}`)

  it('fire if a chain had too few nodes in nearly every minute of ten', () => {
    expect(alarmNamed('too few nodes of a chain can be relied on')).toMatchObject({
      Namespace: 'quittance',
      MetricName: 'ChainsUnreached',
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 1,
      Period: 60,
      EvaluationPeriods: 10,
      DatapointsToAlarm: 8,
      TreatMissingData: 'notBreaching',
    })
  })

  it('fire if nothing starts the reconciler of live mode, whatever test mode does', () => {
    expect(alarmNamed('the reconciler has stopped')).toMatchObject({
      ...{ Namespace: 'AWS/Events', MetricName: 'Invocations', Statistic: 'Sum' },
      Dimensions: [{ Name: 'RuleName', Value: 'quittance-reconcile-live' }],
      ...{ ComparisonOperator: 'LessThanThreshold', Threshold: 1, Period: 300 },
      ...{ TreatMissingData: 'breaching', EvaluationPeriods: 2, DatapointsToAlarm: 2 },
    })
    const rules = propertiesOf('AWS::Events::Rule')
    expect(rules.find(({ Name }) => Name === 'quittance-reconcile-live')).toMatchObject({
      ...{ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' },
      Targets: [{ Input: '{"mode":"live"}' }],
    })
  })

  it('fire if work in the background is overdue, or has stopped', () => {
    expect(alarmNamed('work in the background is overdue')).toMatchObject({
      ...{ Namespace: 'quittance', MetricName: 'OverdueSeconds', Statistic: 'Maximum' },
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 1,
      Period: 300,
      ...{ EvaluationPeriods: 3, DatapointsToAlarm: 2 },
      TreatMissingData: 'notBreaching',
    })
  })

  it('fire if the table or one of its indexes throttles writes', () => {
    expect(alarmNamed('the table throttles writes')).toMatchObject({
      ...{ Namespace: 'AWS/DynamoDB', MetricName: 'ThrottledRequests', Statistic: 'Sum' },
      Dimensions: [
        { Name: 'Operation', Value: 'TransactWriteItems' },
        { Name: 'TableName', Value: expect.stringMatching(/^Table/) },
      ],
      ...{ Threshold: 10, Period: 300, EvaluationPeriods: 1 },
    })
  })

  it('fire if any function of live mode keeps failing or a timer failed, and cost little', () => {
    expect(alarmNamed('a background function keeps failing')).toMatchObject({
      ...{ Namespace: 'quittance', MetricName: 'FailedInvocations', Statistic: 'Sum' },
      ...{ Threshold: 3, Period: 900, EvaluationPeriods: 1 },
    })
    const isOfMachine = ({ FilterPattern }: Record<string, unknown>) =>
      FilterPattern === '{ ($.type = "ExecutionFailed") && ($.execution_arn != "*-test") }'
    const filters = propertiesOf('AWS::Logs::MetricFilter').filter((each) => !isOfMachine(each))
    const workers = rows.filter(
      ([name, { trigger }]) => 'impact' in trigger && !name.endsWith('-test'),
    )
    const logs = resourcesOf(templates, 'AWS::Logs::LogGroup')
    const filtered = filters.map(({ LogGroupName }) =>
      logs.find(({ logicalId }) => logicalId === LogGroupName),
    )
    expect(filtered.map((log) => log?.properties['LogGroupName']).sort()).toEqual(
      workers.map(([name]) => `/aws/lambda/quittance-${name}`).sort(),
    )
    for (const filter of filters) {
      expect(filter).toMatchObject({
        FilterPattern: '{ ($.type = "platform.report") && ($.record.status != "success") }',
        // Nothing is written, and billed, while nothing fails.
        MetricTransformations: [
          { MetricNamespace: 'quittance', MetricName: 'FailedInvocations', MetricValue: '1' },
        ],
      })
      expect(JSON.stringify(filter)).not.toContain('DefaultValue')
    }
    const ofMachines = propertiesOf('AWS::Logs::MetricFilter').filter(isOfMachine)
    expect(ofMachines).toHaveLength(machineNames.length)
    for (const filter of ofMachines) {
      expect(filter).toMatchObject({
        MetricTransformations: [
          { MetricNamespace: 'quittance', MetricName: 'FailedInvocations', MetricValue: '3' },
        ],
      })
    }
    // 0.10 USD a month each. Those on uses of the wallet are as many as the functions that use it.
    const ofUses = alarms().filter(
      ({ Namespace, MetricName }) => Namespace === 'AWS/Lambda' && MetricName === 'Invocations',
    )
    expect(alarms().length - ofUses.length).toBeLessThanOrEqual(15)
    expect(alarms().length).toBeLessThanOrEqual(20)
  })

  const kept = Object.entries(modeQueues).filter(
    ([, { maxReceiveCount }]) => maxReceiveCount !== null,
  )
  const liveQueues = kept.map(([name]) => name).filter((name) => name.endsWith('-live'))

  it.each(liveQueues)('fire at the first dead letter of %s', (name) => {
    const dead = resourcesOf(templates, 'AWS::SQS::Queue').find(
      ({ properties }) => properties['QueueName'] === `quittance-${name}-dead`,
    )
    expect(alarmNamed(`dead letters in ${name}`)).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: `${dead?.logicalId}.QueueName` }],
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 1,
      Period: 60,
      EvaluationPeriods: 1,
    })
  })

  it('fire if a single delivery fails, however many succeeded', () => {
    expect(alarmNamed('webhook deliveries failed')).toMatchObject({
      Namespace: 'quittance',
      MetricName: 'DeliveryArrived',
      Dimensions: [{ Name: 'mode', Value: 'live' }],
      Statistic: 'Minimum',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      Period: 300,
      EvaluationPeriods: 1,
      TreatMissingData: 'notBreaching',
    })
  })

  it.each([
    'operator-add-wallet',
    'operator-cancel-payout-wallet',
    'operator-set-integration',
    'operator-set-payout-wallet',
    'operator-set-up-instance',
    'operator-set-up-wallet',
  ])('fire at every use of %s, which decides where money goes', (name) => {
    const lambda = resourcesOf(templates, 'AWS::Lambda::Function').find(
      ({ properties }) => properties['FunctionName'] === `quittance-${name}`,
    )
    expect(alarms()).toContainEqual(
      expect.objectContaining({
        ...{ Namespace: 'AWS/Lambda', MetricName: 'Invocations', Statistic: 'Sum' },
        Dimensions: [{ Name: 'FunctionName', Value: lambda?.logicalId }],
        ...{ Threshold: 1, Period: 60, EvaluationPeriods: 1 },
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      }),
    )
  })

  it('use metrics that the functions write, in their namespace, and of live mode only', () => {
    for (const [name] of rows) {
      expect(propertiesOf('AWS::Lambda::Function')).toContainEqual(
        expect.objectContaining({
          FunctionName: `quittance-${name}`,
          Environment: { Variables: expect.objectContaining({ METRICS_NAMESPACE: 'quittance' }) },
        }),
      )
    }
    const measured = alarms().map((each) => measuredBy.parse(each))
    const ours = measured.filter(
      ({ Namespace, MetricName }) => Namespace === 'quittance' && MetricName !== failedInvocations,
    )
    expect([...new Set(ours.map(({ MetricName }) => MetricName))].sort()).toEqual([
      'ChainsUnreached',
      'DeliveryArrived',
      'NoticedSeconds',
      'OverdueSeconds',
      'PriceUnavailable',
      'UnmatchedFunds',
    ])
    for (const { MetricName, Dimensions } of ours) {
      const by = z.enum(Object.keys(metrics)).parse(MetricName)
      const [{ Name, Value } = { Name: null, Value: null }] = Dimensions
      expect(Name).toBe(Object.entries(metrics).find(([name]) => name === by)?.[1].by)
      if (Name === 'mode') expect(Value).toBe('live')
    }
  })

  it('say what a customer notices, and notify the owner', () => {
    expect(alarms().length).toBeGreaterThan(10)
    for (const alarm of alarms()) {
      expect(alarm).toMatchObject({
        // CloudWatch's limit is 1,024 characters.
        AlarmDescription: expect.stringMatching(/^[A-Z].{30,1000}\.$/),
        AlarmActions: ['arn:aws:sns:eu-central-1:111122223333:quittance-alarms'],
      })
    }
  })

  it.each(rows.filter(([, { trigger }]) => 'impact' in trigger))(
    'watch %s, which has no waiting caller',
    (_, { trigger }) => {
      const impact = 'impact' in trigger ? trigger.impact : ''
      const texts = alarms().map(({ AlarmDescription }) => String(AlarmDescription))
      expect(texts.filter((text) => text.includes(impact))).not.toEqual([])
    },
  )

  it('report changes to the key', () => {
    expect(propertiesOf('AWS::Events::Rule')).toContainEqual(
      expect.objectContaining({
        EventPattern: expect.objectContaining({
          source: ['aws.kms'],
          detail: expect.objectContaining({
            eventName: expect.arrayContaining(['PutKeyPolicy', 'CreateGrant']),
          }),
        }),
      }),
    )
  })
})
