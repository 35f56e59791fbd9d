import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { workers } from '../../infra/functions.ts'
import { sqsEvent } from '../../infra/local/events/sqs-event.ts'
import { appSecrets } from '../../shared/http/app-secrets.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { sendsInFlight } from '../../shared/merchant/webhooks/rules/send-slots.ts'
import { newWebhookSecret } from '../../shared/merchant/webhooks/sending/webhook-secret.ts'
import { webhookEndpointUpdate } from '../../shared/merchant/webhooks/store/webhook-endpoint-changes.ts'
import {
  rotatedSecrets,
  webhookSecretContext,
} from '../../shared/records/outbox/rules/webhook-endpoint.ts'
import { listAttempts } from '../../shared/records/outbox/store/delivery-attempts.ts'
import { listDeliveriesOfEndpoint } from '../../shared/records/outbox/store/delivery-lists.ts'
import { loadWebhookEndpoint } from '../../shared/records/outbox/store/webhook-endpoints.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { testQueues } from '../../test/test-queues.ts'
import { verifyOwnHeaders, verifyStandardHeaders } from '../../test/verify-delivery.ts'
import { type ReceiverResponse, startWebhookReceiver } from '../../test/webhook-receiver.ts'
import * as createWebhookEndpoint from '../api/create-webhook-endpoint.ts'
import * as testWebhookEndpoint from '../api/test-webhook-endpoint.ts'
import { serve } from './deliver-webhooks.ts'

const mode = 'test'
const created = z.object({ id: z.string(), secret: z.string() })

/** The functions from the creation of an endpoint to a delivery, with a real queue and a real receiver. */
async function fixture(receives: ReceiverResponse = 200, variables: Record<string, string> = {}) {
  const queues = await testQueues()
  const receiver = await startWebhookReceiver({ respondAlways: receives })
  onTestFinished(receiver.close)
  const loopback = { ...queues.variables, WEBHOOK_ALLOW_LOOPBACK: 'on' }
  const { table, config } = await serviceFunctions({ ...loopback, ...variables })
  const key = await newApiKey(table, mode)
  const path = '/webhook_endpoints'
  const test = testWebhookEndpoint.serve(config)
  const deliver = serve(config)
  const call = { path, key, body: { url: receiver.url } }
  const response = await invokeApi(createWebhookEndpoint.serve(config), call)
  const { id, secret } = created.parse(JSON.parse(response.body))

  async function records(): Promise<SQSRecord[]> {
    const { Messages = [] } = await queues.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.queueUrl }),
    )
    return sqsEvent('webhook-deliveries', Messages).Records
  }
  /** Sends a test event, and runs the function on the queue's messages. */
  async function fire() {
    const fired = { method: 'POST', path: `${path}/{id}/test`, id, key } as const
    expect((await invokeApi(test, fired)).statusCode).toBe(202)
    return deliver({ Records: await records() })
  }
  return {
    secret,
    rotate: () => rotate({ table, config, id }),
    fire,
    /** Sends a test event, and returns the request that the receiver got. */
    deliverTest: async () => {
      expect(await fire()).toEqual({ batchItemFailures: [] })
      const delivery = receiver.deliveries.at(-1)
      if (!delivery) throw new Error('nothing was delivered')
      return delivery
    },
    receiver,
    /** The current delivery and its only attempt. */
    stored: async () => {
      const { items } = await listDeliveriesOfEndpoint(
        table,
        { mode, endpointId: id },
        { limit: 1 },
      )
      const [delivery] = items
      if (!delivery) throw new Error('nothing was posted')
      const [attempt] = await listAttempts(table, { mode, deliveryId: delivery.id })
      return { delivery, attempt }
    },
  }
}

/** Rotates an endpoint's secret as an operator does. */
async function rotate({ table, config, id }: { table: Table; config: Config; id: string }) {
  const endpoint = await loadWebhookEndpoint(table, mode, id)
  if (!endpoint) throw new Error('there is no such endpoint')
  const secret = newWebhookSecret(randomBytes)
  const sealed = await appSecrets(config).seal(secret, webhookSecretContext(endpoint))
  const changes = rotatedSecrets(endpoint, { secret: sealed, at: new Date() })
  await transact(table, [webhookEndpointUpdate(endpoint, changes)])
  return secret
}

it('has enough concurrency for nine endpoints that hang', () => {
  const hanging = 9 * sendsInFlight
  expect(workers['deliver-webhooks'].trigger.maxConcurrency).toBeGreaterThan(hanging)
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

it('times out after 30 seconds, and holds the lease for ten more', async () => {
  const reached = Promise.withResolvers<ServerResponse>()
  const { fire, stored } = await fixture(reached.resolve)
  const sending = fire()
  const response = await reached.promise
  const { delivery, attempt } = await stored()
  response.end()
  expect(await sending).toEqual({ batchItemFailures: [] })
  const until = new Date((attempt?.startedAt.getTime() ?? 0) + 40_000)
  expect(attempt?.outcome).toEqual({ kind: 'unknown', until })
  expect(delivery.leaseUntil).toEqual(until)
})

it('aborts a response sent byte by byte, and retries', async () => {
  const { fire, stored, receiver } = await fixture(
    (response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    },
    { WEBHOOK_TIMEOUT_SECONDS: '0.3' },
  )
  expect((await fire()).batchItemFailures).toHaveLength(1)
  expect(receiver.deliveries).toHaveLength(1)
  const { delivery, attempt } = await stored()
  expect(delivery).toMatchObject({ status: 'pending', attemptsMade: 1 })
  expect(attempt?.outcome).toMatchObject({ kind: 'failed', error: 'timed_out' })
})
