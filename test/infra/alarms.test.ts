import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { modeQueues } from '../../infra/function-row.ts'
import { failedInvocations, metrics } from '../../shared/kernel/metrics.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { rows } from './function-rows.ts'
import { ownTemplates, propertiesOf, resourcesOf, type Template } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
})

/** An alarm's metric; none uses a math expression. */
const measuredBy = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
})

describe('alarms', () => {
  const alarms = () => propertiesOf(templates, 'AWS::CloudWatch::Alarm')
  const alarmNamed = (name: string) =>
    alarms().find(({ AlarmName }) => AlarmName === `quittance: ${name}`)

  it('fire if payments on a chain could not be decided for five minutes', () => {
    expect(alarmNamed('payments on a chain can not be decided')).toMatchObject({
      Namespace: 'quittance',
      MetricName: 'ChainsUnreached',
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 1,
      Period: 60,
      EvaluationPeriods: 6,
      DatapointsToAlarm: 5,
      TreatMissingData: 'notBreaching',
    })
  })

  it('fire if nothing starts the reconciler of live mode, whatever test mode does', () => {
    expect(alarmNamed('the reconciler has stopped')).toMatchObject({
      Namespace: 'AWS/Events',
      MetricName: 'Invocations',
      Statistic: 'Sum',
      Dimensions: [{ Name: 'RuleName', Value: 'quittance-reconcile-live' }],
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      Period: 300,
      TreatMissingData: 'breaching',
      EvaluationPeriods: 2,
      DatapointsToAlarm: 2,
    })
    const rules = propertiesOf(templates, 'AWS::Events::Rule')
    expect(rules.find(({ Name }) => Name === 'quittance-reconcile-live')).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Input: '{"mode":"live"}' }],
    })
  })

  it('fire if work in the background is overdue, or has stopped', () => {
    expect(alarmNamed('work in the background is overdue')).toMatchObject({
      Namespace: 'quittance',
      MetricName: 'OverdueSeconds',
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 1,
      Period: 300,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
      TreatMissingData: 'notBreaching',
    })
  })

  it('fire if the table or one of its indexes throttles writes', () => {
    expect(alarmNamed('the table throttles writes')).toMatchObject({
      Namespace: 'AWS/DynamoDB',
      MetricName: 'ThrottledRequests',
      Statistic: 'Sum',
      Dimensions: [
        { Name: 'Operation', Value: 'TransactWriteItems' },
        { Name: 'TableName', Value: expect.stringMatching(/^Table/) },
      ],
      Threshold: 10,
      Period: 300,
      EvaluationPeriods: 1,
    })
  })

  it('fire if any function of live mode keeps failing or a timer failed, and cost little', () => {
    expect(alarmNamed('a background function keeps failing')).toMatchObject({
      Namespace: 'quittance',
      MetricName: 'FailedInvocations',
      Statistic: 'Sum',
      Threshold: 3,
      Period: 900,
      EvaluationPeriods: 1,
    })
    const isOfMachine = ({ FilterPattern }: Record<string, unknown>) =>
      FilterPattern === '{ ($.type = "ExecutionFailed") && ($.execution_arn != "*-test") }'
    const filters = propertiesOf(templates, 'AWS::Logs::MetricFilter').filter(
      (each) => !isOfMachine(each),
    )
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
    const ofMachines = propertiesOf(templates, 'AWS::Logs::MetricFilter').filter(isOfMachine)
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
    expect(alarms().length).toBeLessThanOrEqual(21)
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
    'operator-set-up-watch-only',
  ])('fire at every use of %s, which decides where money goes', (name) => {
    const lambda = resourcesOf(templates, 'AWS::Lambda::Function').find(
      ({ properties }) => properties['FunctionName'] === `quittance-${name}`,
    )
    expect(alarms()).toContainEqual(
      expect.objectContaining({
        Namespace: 'AWS/Lambda',
        MetricName: 'Invocations',
        Statistic: 'Sum',
        Dimensions: [{ Name: 'FunctionName', Value: lambda?.logicalId }],
        Threshold: 1,
        Period: 60,
        EvaluationPeriods: 1,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      }),
    )
  })

  it('use metrics that the functions write, in their namespace, and of live mode only', () => {
    for (const [name] of rows) {
      expect(propertiesOf(templates, 'AWS::Lambda::Function')).toContainEqual(
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
    expect(propertiesOf(templates, 'AWS::Events::Rule')).toContainEqual(
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
