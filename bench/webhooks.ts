import { setTimeout as wait } from 'node:timers/promises'
import { sendsInFlight } from '../shared/merchant/webhooks/rules/send-slots.ts'
import type { WebhookDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../shared/records/outbox/rules/webhook-endpoint.ts'
import { type Figure, percentile, sized } from './bench.ts'
import { overheadFigures } from './delivery-overhead.ts'
import { type DeliveryService, startDeliveryService } from './delivery-service.ts'
import { type Receivers, startReceivers } from './receivers.ts'

const receiverCount = 8
const throughputDeliveries = sized(480, 40)
const waitingDeliveries = sized(200, 20)
const probes = sized(100, 10)
const hangingReceivers = 6
const spreadMs = 40
const probeEveryMs = 100

/** How fast webhooks are delivered, with what overhead, and whether a dead receiver slows down others. */
export async function webhooks(): Promise<Figure[]> {
  const receivers = await startReceivers(receiverCount)
  const service = await startDeliveryService()
  try {
    const endpoints = await Promise.all(
      receivers.urls.map((url) => service.openEndpoint(`${url}/`)),
    )
    await throughput(service, receivers, { endpoints, count: 40 })
    const figures = [
      ...(await throughputFigures(service, receivers, endpoints)),
      ...(await overheadFigures(service, receivers)),
      ...(await fairnessFigures(service, receivers, endpoints)),
    ]
    return figures
  } finally {
    await service.stop()
    await receivers.stop()
  }
}

async function throughputFigures(
  service: DeliveryService,
  receivers: Receivers,
  endpoints: readonly WebhookEndpoint[],
): Promise<Figure[]> {
  const perSecond = await throughput(service, receivers, { endpoints, count: throughputDeliveries })
  return [{ what: `deliveries a second, ${receiverCount} receivers`, value: perSecond.toFixed(0) }]
}

async function throughput(
  service: DeliveryService,
  receivers: Receivers,
  { endpoints, count }: { endpoints: readonly WebhookEndpoint[]; count: number },
): Promise<number> {
  const deliveries: WebhookDelivery[] = []
  for (let number = 0; number < count; number++) {
    const endpoint = endpoints[number % endpoints.length]
    if (endpoint) deliveries.push(await service.commit(endpoint))
  }
  const startedAt = performance.now()
  await service.enqueue(deliveries)
  await receivers.arrivals(deliveries.map(({ eventId }) => eventId))
  return (count / (performance.now() - startedAt)) * 1000
}

/** In the first seconds, the engine detects that the receiver hangs. */
async function fairnessFigures(
  service: DeliveryService,
  receivers: Receivers,
  [healthy]: readonly WebhookEndpoint[],
): Promise<Figure[]> {
  if (!healthy) return []
  const without = await delays(service, receivers, healthy)
  const hangs = await service.openEndpoint(`${receivers.urls[1]}/hang`)
  const waiting = []
  for (let n = 0; n < waitingDeliveries; n++) waiting.push(await service.commit(hangs))
  await service.enqueue(waiting)
  const first = await delays(service, receivers, healthy)
  const later = await delays(service, receivers, healthy)
  await hangOnMany(service, receivers)
  const amongMany = await delays(service, receivers, healthy)
  const base = percentile(without, 95)
  const ratio = (values: readonly number[]) => (percentile(values, 95) / base).toFixed(2)
  return [
    { what: 'p95 delay, ms', value: String(base) },
    {
      what: `beside ${waitingDeliveries} events for a receiver that hangs / without them, 20 s`,
      value: ratio([...first, ...later]),
      aim: 'at most 2',
    },
    { what: 'the same in the first 10 s alone', value: ratio(first) },
    {
      what: `beside ${hangingReceivers} receivers that hang / without them`,
      value: ratio(amongMany),
      aim: 'at most 2',
    },
  ]
}

/** Makes all sends to several receivers hang, each in a separate batch, as with retries. */
async function hangOnMany(service: DeliveryService, { urls }: Receivers): Promise<void> {
  for (let receiver = 0; receiver < hangingReceivers; receiver++) {
    const endpoint = await service.openEndpoint(`${urls[1]}/hang`)
    for (let send = 0; send < sendsInFlight; send++) {
      await service.enqueue([await service.commit(endpoint)])
      await wait(spreadMs)
    }
  }
}

/** The delay from creation to arrival of events sent every 100 ms. */
async function delays(
  service: DeliveryService,
  receivers: Receivers,
  endpoint: WebhookEndpoint,
): Promise<readonly number[]> {
  const ids: string[] = []
  for (let probe = 0; probe < probes; probe++) {
    const delivery = await service.commit(endpoint)
    await service.enqueue([delivery])
    ids.push(delivery.eventId)
    await wait(probeEveryMs)
  }
  return (await receivers.arrivals(ids)).map(({ delayMs }) => delayMs)
}
