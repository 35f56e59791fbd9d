import { describe, expect, it } from 'vitest'
import { consumedQueues, modeQueueOf } from '../../infra/function-row.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { machineNames, queueNames } from '../../shared/kernel/operation/touches.ts'
import { named } from './function-rows.ts'
import { arn, whoMay } from './who-may.ts'

describe('queues and machines', () => {
  const each = queueNames.flatMap((queue) => modes.map((mode) => [mode, queue] as const))
  it.each(each)('allow the use of the %s queue for %s as the rows say', async (mode, queue) => {
    const at = (action: string, name = `${queue}-${mode}`) => ({
      action: `sqs:${action}`,
      resource: arn('sqs', `quittance-${name}`),
    })
    const isNamed = (given: readonly string[] | undefined) => given?.includes(queue) ?? false
    const consumers = named(
      ({ trigger }) =>
        trigger.kind === 'queue' && consumedQueues(trigger).includes(modeQueueOf(queue, mode)),
    )
    const redrivers = named(({ touches }) => isNamed(touches.redrives))
    expect(await whoMay(at('SendMessage'))).toEqual(named(({ touches }) => isNamed(touches.sends)))
    for (const action of ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility']) {
      expect(await whoMay(at(action))).toEqual(consumers)
    }
    expect(await whoMay(at('StartMessageMoveTask', `${queue}-${mode}-dead`))).toEqual(redrivers)
    expect(await whoMay(at('PurgeQueue'))).toEqual([])
    expect(await whoMay(at('DeleteQueue'))).toEqual([])
  })

  it.each(machineNames)('let %s be started as the rows say, and never be stopped', async (name) => {
    const resource = arn('states', `stateMachine:quittance-${name}`)
    expect(await whoMay({ action: 'states:StartExecution', resource })).toEqual(
      named(({ touches }) => touches.starts?.some((started) => started === name) ?? false),
    )
    const execution = arn('states', `execution:quittance-${name}:cs_1`)
    expect(await whoMay({ action: 'states:StopExecution', resource: execution })).toEqual([])
  })
})

describe('dead letters', () => {
  const dead = (queue: string) => arn('sqs', `quittance-${queue}-dead`)

  it('are counted by what names them, and moved by the redrive alone', async () => {
    for (const mode of modes) {
      const resource = dead(`webhook-deliveries-${mode}`)
      expect(await whoMay({ action: 'sqs:GetQueueAttributes', resource })).toEqual([
        'operator-check-health',
        'operator-redrive-deliveries',
      ])
      for (const action of ['ReceiveMessage', 'DeleteMessage', 'StartMessageMoveTask']) {
        expect(await whoMay({ action: `sqs:${action}`, resource })).toEqual([
          'operator-redrive-deliveries',
        ])
      }
    }
  })
})
