import { randomBytes } from 'node:crypto'
import { SQSClient } from '@aws-sdk/client-sqs'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
} from '../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { sendsInFlight } from '../shared/merchant/webhooks/rules/send-slots.ts'
import { sendWebhook, type WebhookRequest } from '../shared/merchant/webhooks/sending/send.ts'
import { signWebhook } from '../shared/merchant/webhooks/sending/sign.ts'
import { openTurnstile } from '../shared/merchant/webhooks/sending/turnstile.ts'
import { retrySchedule } from '../shared/records/outbox/rules/retry-schedule.ts'
import type { WebhookDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../shared/records/outbox/rules/webhook-endpoint.ts'
import { webhookSecret } from '../test/webhook-fixture.ts'
import { type Figure, percentile, sized } from './bench.ts'
import type { DeliveryService } from './delivery-service.ts'
import type { Receivers } from './receivers.ts'

const rounds = sized(200, 20)
const warmUp = sized(50, 5)

/**
 * The overhead of a delivery over its request, over TLS as in production. Deliveries alternate with bare requests, and
 * with deliveries that send none, which show the cost of the durable part alone.
 */
export async function overheadFigures(
  service: DeliveryService,
  receivers: Receivers,
): Promise<Figure[]> {
  const options = { allowLoopback: true, timeoutMs: 30_000, ca: receivers.certificate }
  const send = (request: WebhookRequest) => sendWebhook(request, options)
  const endpoint = await service.openEndpoint(`${receivers.tlsUrl}/`)
  const deliver = async (deps: ConsumeDeliveriesDeps) => {
    const delivery = await service.commit(endpoint)
    return timed(() => consumeDeliveries(deps, [messageOf(delivery)]))
  }
  const [whole, unsent] = [consumerOf(service, send), consumerOf(service, respondImmediately)]
  const calls = timeCalls(service.table)
  const times: Times[] = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const [delivery, durable] = [await deliver(whole), await deliver(unsent)]
    const inCalls = calls.ofLatest(callsOfDelivery)
    const request = await timed(() => send(signedRequest(receivers.tlsUrl, endpoint)))
    if (round >= warmUp) times.push({ delivery, durable, inCalls, request })
  }
  return figures(times)
}

/** Milliseconds of one round. */
type Times = { delivery: number; durable: number; inCalls: number; request: number }

function figures(times: readonly Times[]): Figure[] {
  const median = (name: keyof Times) =>
    percentile(
      times.map((one) => one[name]),
      50,
    )
  const request = median('request')
  const durable = median('durable')
  const share = (median('inCalls') / durable) * 100
  return [
    { what: 'a bare signed request over TLS, median ms', value: request.toFixed(2) },
    {
      what: 'overhead of a delivery / a bare signed request',
      value: ((median('delivery') - request) / request).toFixed(2),
      aim: 'at most 2',
    },
    {
      what: 'a delivery that makes no request / a bare signed request',
      value: (durable / request).toFixed(2),
    },
    { what: 'its three calls to the table, % of that', value: share.toFixed(0) },
  ]
}

/** Read, claim and outcome. */
const callsOfDelivery = 3

function timeCalls({ client }: DeliveryService['table']) {
  const latest: number[] = []
  client.middlewareStack.add(
    (next) => async (args) => {
      const startedAt = performance.now()
      const response = await next(args)
      latest.push(performance.now() - startedAt)
      return response
    },
    { step: 'initialize', priority: 'high' },
  )
  return {
    ofLatest: (count: number) => latest.slice(-count).reduce((sum, one) => sum + one, 0),
  }
}

const respondImmediately = async () => ({ kind: 'responded' as const, statusCode: 204, body: '' })

function consumerOf(
  { table }: DeliveryService,
  send: ConsumeDeliveriesDeps['send'],
): ConsumeDeliveriesDeps {
  return {
    table,
    // A successful delivery makes no call to the queue.
    sqs: new SQSClient(testCaller),
    queueUrl: () => '',
    now: () => new Date(),
    randomBytes,
    openSecrets: async () => [webhookSecret],
    send,
    schedule: retrySchedule(),
    leaseSeconds: 40,
    turnstile: openTurnstile({ places: () => sendsInFlight, line: 0, patienceMs: 0 }),
    slotCounts: new Map(),
    report: (what, error) => {
      throw new Error(what, { cause: error })
    },
  }
}

function messageOf({ mode, id, endpointId, eventId }: WebhookDelivery) {
  const body = JSON.stringify({ mode, deliveryId: id, endpointId, eventId })
  const attributes = { ApproximateReceiveCount: '1' }
  return { messageId: id, receiptHandle: id, body, attributes }
}

function signedRequest(url: string, { id: eventId, createdAt }: WebhookEndpoint): WebhookRequest {
  const body = JSON.stringify({ id: eventId, createdAt, data: 'x'.repeat(200) })
  const headers = signWebhook({ eventId, body, at: new Date() }, [webhookSecret])
  return { url: `${url}/`, headers, body }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
