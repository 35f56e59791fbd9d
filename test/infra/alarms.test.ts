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

  it('fire if nothing starts the reconciler of live mode, whatever test mode does', () => {
    expect(alarmNamed('the reconciler has stopped')).toMatchObject({
      Dimensions: [{ Name: 'RuleName', Value: 'quittance-reconcile-live' }],
    })
    const rules = propertiesOf(templates, 'AWS::Events::Rule')
    expect(rules.find(({ Name }) => Name === 'quittance-reconcile-live')).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Input: '{"mode":"live"}' }],
    })
  })

  it('fire if any function of live mode keeps failing or a timer failed, and cost little', () => {
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

  it('fire at the first dead letter of every queue of live mode', () => {
    expect(liveQueues).not.toEqual([])
    for (const name of liveQueues) {
      const dead = resourcesOf(templates, 'AWS::SQS::Queue').find(
        ({ properties }) => properties['QueueName'] === `quittance-${name}-dead`,
      )
      expect(alarmNamed(`dead letters in ${name}`)).toMatchObject({
        Dimensions: [{ Name: 'QueueName', Value: `${dead?.logicalId}.QueueName` }],
        Threshold: 1,
      })
    }
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

  it('watch everything that has no waiting caller', () => {
    const texts = alarms().map(({ AlarmDescription }) => String(AlarmDescription))
    const unwatched = rows.filter(
      ([, { trigger }]) =>
        'impact' in trigger && !texts.some((text) => text.includes(trigger.impact)),
    )
    expect(unwatched).toEqual([])
  })
})
