import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { consumedQueues, modeQueues, queues } from '../../infra/function-row.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { rows } from './function-rows.ts'
import { ownTemplates, propertiesOf, resourcesOf, type Template } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
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
    const policies = propertiesOf(templates, 'AWS::SQS::QueuePolicy').map((each) =>
      JSON.stringify(each),
    )
    expect(policies).toHaveLength(propertiesOf(templates, 'AWS::SQS::Queue').length)
    for (const policy of policies) {
      expect(policy).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}}')
    }
  })

  it('report the messages that failed one by one', () => {
    const consumers = rows.filter(([, { trigger }]) => trigger.kind === 'queue')
    const mappings = propertiesOf(templates, 'AWS::Lambda::EventSourceMapping')
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
    const [machine, ...more] = propertiesOf(templates, 'AWS::StepFunctions::StateMachine').filter(
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

const scheduleTarget = z.object({ Arn: z.unknown(), Input: z.string().optional() })

describe('schedules', () => {
  it('start what the table says, without retries', () => {
    const scheduled = rows.flatMap(([name, { trigger }]) => {
      if (trigger.kind !== 'schedule') return []
      return trigger.perMode ? modes.map((mode) => ({ name, mode })) : [{ name }]
    })
    const rules = propertiesOf(templates, 'AWS::Events::Rule').filter(
      (rule) => 'ScheduleExpression' in rule,
    )
    expect(rules).toHaveLength(scheduled.length)
    for (const rule of rules) {
      expect(rule).toMatchObject({ Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0 } }] })
    }
    const rates: Record<string, string> = {
      'audit-books': 'rate(5 minutes)',
      'avoid-used-addresses': 'rate(12 hours)',
      'erase-customers': 'rate(5 minutes)',
      'mail-changes': 'rate(10 minutes)',
      'probe-chains': 'rate(5 minutes)',
      'retire-networks': 'rate(5 minutes)',
      'scan-closed-addresses': 'rate(1 minute)',
      'tell-wrong-codes': 'rate(5 minutes)',
    }
    const expected = scheduled.map(({ name }) => rates[name] ?? 'rate(1 minute)')
    const found = rules.map((rule) => rule['ScheduleExpression'])
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  it.each(['reconcile', 'relay', 'scan-closed-addresses'])(
    'start %s for each mode separately',
    (name) => {
      const targets = propertiesOf(templates, 'AWS::Events::Rule').flatMap(
        (rule) => z.array(scheduleTarget).optional().parse(rule['Targets']) ?? [],
      )
      const logicalId = name.replaceAll('-', '')
      const inputs = targets.filter(({ Arn }) => JSON.stringify(Arn).includes(logicalId))
      expect(inputs.map(({ Input }) => Input)).toEqual(['{"mode":"live"}', '{"mode":"test"}'])
    },
  )
})
