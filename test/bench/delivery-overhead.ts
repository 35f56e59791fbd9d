import { randomBytes } from 'node:crypto'
import { SQSClient } from '@aws-sdk/client-sqs'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { retrySchedule } from '../../shared/domain/retry-schedule.ts'
import { sendsInFlight } from '../../shared/domain/send-slots.ts'
import type { WebhookDelivery } from '../../shared/domain/webhook-delivery.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
} from '../../shared/use-cases/consume-deliveries.ts'
import { sendWebhook, type WebhookRequest } from '../../shared/webhooks/send.ts'
import { signWebhook } from '../../shared/webhooks/sign.ts'
import { openTurnstile } from '../../shared/webhooks/turnstile.ts'
import { webhookSecret } from '../webhook-fixture.ts'
import { type Figure, percentile } from './bench.ts'
import type { DeliveryService } from './delivery-service.ts'
import type { Receivers } from './receivers.ts'

const rounds = 200
const warmUp = 50

/**
 * What a delivery costs beside its request, over TLS as in production: one after the other, in turns with bare requests,
 * so that both see the same machine.
 */
export async function overheadFigures(
  service: DeliveryService,
  receivers: Receivers,
): Promise<Figure[]> {
  const options = { allowLoopback: true, timeoutMs: 30_000, ca: receivers.certificate }
  const send = (request: WebhookRequest) => sendWebhook(request, options)
  const deps = consumerOf(service, send)
  const endpoint = await service.openEndpoint(`${receivers.tlsUrl}/`)
  const deliveries: number[] = []
  const requests: number[] = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const delivery = await service.commit(endpoint)
    const delivered = await timed(() => consumeDeliveries(deps, [messageOf(delivery)]))
    const requested = await timed(() => send(signedRequest(receivers.tlsUrl, delivery)))
    if (round < warmUp) continue
    deliveries.push(delivered)
    requests.push(requested)
  }
  const [whole, bare] = [deliveries, requests].map((times) => percentile(times, 50))
  if (whole === undefined || bare === undefined) return []
  return [
    { what: 'a bare signed request over TLS, median ms', value: bare.toFixed(2) },
    {
      what: 'what a delivery takes beside its request / a bare signed request',
      value: ((whole - bare) / bare).toFixed(2),
      aim: 'at most 2',
    },
  ]
}

function consumerOf(
  { table }: DeliveryService,
  send: ConsumeDeliveriesDeps['send'],
): ConsumeDeliveriesDeps {
  return {
    table,
    // A delivery that succeeds asks nothing of the queue.
    sqs: new SQSClient(testCaller),
    queueUrl: '',
    now: () => new Date(),
    randomBytes,
    openSecrets: async () => [webhookSecret],
    send,
    schedule: retrySchedule(),
    leaseSeconds: 40,
    turnstile: openTurnstile({ places: sendsInFlight, line: 0, patienceMs: 0 }),
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

function signedRequest(url: string, { eventId, createdAt }: WebhookDelivery): WebhookRequest {
  const body = JSON.stringify({ id: eventId, createdAt, data: 'x'.repeat(200) })
  const headers = signWebhook({ eventId, body, at: new Date() }, [webhookSecret])
  return { url: `${url}/`, headers, body }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
