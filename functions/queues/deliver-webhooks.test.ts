import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { functions } from '../../infra/functions.ts'
import { verifyOwnHeaders, verifyStandardHeaders } from '../../infra/local/demo/verify-delivery.ts'
import { sqsEvent } from '../../infra/local/events/sqs-event.ts'
import { sendsInFlight } from '../../shared/domain/send-slots.ts'
import { invokeApi, newApiKey, serviceFunctions } from '../../test/service-functions.ts'
import { testQueues } from '../../test/test-queues.ts'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'

const created = z.object({ id: z.string(), secret: z.string() })

/** The functions from the creation of an endpoint to a delivery, with a real queue and a real receiver. */
async function fixture() {
  const queues = await testQueues()
  const receiver = await startWebhookReceiver()
  onTestFinished(receiver.close)
  await serviceFunctions({ ...queues.variables, WEBHOOK_ALLOW_LOOPBACK: 'on' })
  const key = await newApiKey('test')
  const path = '/webhook_endpoints'
  const create = await import('../api/webhook-endpoints/create.ts')
  const test = await import('../api/webhook-endpoints/test.ts')
  const endpoints = await import('../operator/endpoints.ts')
  const deliver = await import('./deliver-webhooks.ts')
  const call = { path, key, body: { url: receiver.url } }
  const { id, secret } = created.parse(JSON.parse((await invokeApi(create.handler, call)).body))

  async function records(): Promise<SQSRecord[]> {
    const { Messages = [] } = await queues.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.queueUrl }),
    )
    return sqsEvent('webhook-deliveries', Messages).Records
  }
  return {
    secret,
    rotate: async () => created.parse(await endpoints.handler({ command: 'rotate', id })).secret,
    /** Fires a test event and gives out what the receiver got. */
    deliverTest: async () => {
      const fired = { method: 'POST', path: `${path}/{id}/test`, id, key } as const
      expect((await invokeApi(test.handler, fired)).statusCode).toBe(202)
      const answer = await deliver.handler({ Records: await records() })
      expect(answer).toEqual({ batchItemFailures: [] })
      const delivery = receiver.deliveries.at(-1)
      if (!delivery) throw new Error('nothing was delivered')
      return delivery
    },
  }
}

it('may run so often at a time that nine endpoints may hang', () => {
  const hanging = 9 * sendsInFlight
  expect(functions['deliver-webhooks'].trigger.maxConcurrency).toBeGreaterThan(hanging)
})

it('signs with the secret of the endpoint', async () => {
  const { secret, deliverTest } = await fixture()
  const delivery = await deliverTest()
  expect(delivery.event).toMatchObject({ type: 'session.paid', data: { synthetic: true } })
  verifyOwnHeaders(delivery, secret, new Date())
  verifyStandardHeaders(delivery, secret)
})

it('signs with both secrets for the 24 hours after a rotation', async () => {
  const { secret, rotate, deliverTest } = await fixture()
  const renewed = await rotate()
  const delivery = await deliverTest()
  for (const valid of [renewed, secret]) {
    verifyOwnHeaders(delivery, valid, new Date())
    verifyStandardHeaders(delivery, valid)
  }
})
