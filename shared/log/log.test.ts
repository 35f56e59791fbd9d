import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { workerFunction } from '../../functions/pipelines/worker-function.ts'
import { deliveryAttempted } from '../../functions/queues/delivery-log.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { aSession, later } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { type MetricName, metrics } from '../kernel/metrics.ts'
import { sessionChanged, sessionOpened } from '../payments/ledger/session-log.ts'
import { newDelivery } from '../records/outbox/rules/webhook-delivery.ts'
import { addFacts } from './facts.ts'
import { log, logProblem, measureIn } from './log.ts'

beforeEach(() => measureIn('quittance'))
afterEach(() => measureIn(undefined))

/** CloudWatch's embedded metric format, as specified. */
const embedded = z.object({
  _aws: z.object({
    Timestamp: z.int(),
    CloudWatchMetrics: z
      .array(
        z.strictObject({
          Namespace: z.string().regex(/^[\w./#:-]{1,255}$/),
          Dimensions: z.array(z.array(z.string()).max(30)).min(1),
          Metrics: z
            .array(z.strictObject({ Name: z.string(), Unit: z.enum(['Count', 'Seconds']) }))
            .min(1),
        }),
      )
      .min(1),
  }),
})

/** The metrics that CloudWatch reads from a line: name → dimensions and value. */
function measuredIn(line: unknown): Record<string, unknown> {
  const { CloudWatchMetrics } = embedded.parse(line)._aws
  const fields = z.record(z.string(), z.unknown()).parse(line)
  const read = CloudWatchMetrics.flatMap(({ Dimensions: [names = []], Metrics }) =>
    Metrics.map(({ Name }) => {
      const dimensions = names.map((name) => [name, z.string().parse(fields[name])])
      return [
        Name,
        { ...Object.fromEntries(dimensions), value: z.number().parse(fields[Name]) },
      ] as const
    }),
  )
  return Object.fromEntries(read)
}

describe('a line', () => {
  it('begins with its message, and is JSON that Lambda can filter by level and time', async () => {
    const { lines, text } = logLines()
    log('session opened', { mode: 'test', sessionId: 'cs_1', chainId: 1 })
    expect(text()).toMatch(
      /^\{"level":"INFO","message":"session opened","timestamp":"\d{4}-\d\d-\d\dT[\d:.]+Z",/,
    )
    expect(lines()).toMatchObject([{ mode: 'test', sessionId: 'cs_1', chainId: 1 }])
  })

  it('is a warning if a node did not respond, since it is called again', async () => {
    const { lines } = logLines()
    logProblem('reconcile', { error: new ChainUnavailable(1, 'no response') })
    logProblem('reconcile', { error: new Error('a bug') })
    expect(lines()).toMatchObject([
      { level: 'WARN', error: { name: 'ChainUnavailable' } },
      { level: 'ERROR', error: { name: 'Error' } },
    ])
  })

  it('belongs to one of many concurrent invocations in a process', async () => {
    const { lines } = logLines()
    const gate = Promise.withResolvers<void>()
    const handler = workerFunction(async (sessionId: string) => {
      addFacts({ sessionId })
      await gate.promise
      log('session changed')
    })
    const invocations = ['a', 'b', 'c'].map((id) =>
      handler(`cs_${id}`, { ...lambdaContext(), awsRequestId: `r-${id}` }),
    )
    gate.resolve()
    await Promise.all(invocations)
    log('outside')
    expect(lines().map(({ sessionId, requestId }) => [sessionId, requestId])).toEqual([
      ['cs_a', 'r-a'],
      ['cs_b', 'r-b'],
      ['cs_c', 'r-c'],
      [undefined, undefined],
    ])
  })
})

describe('metrics', () => {
  it('are ten at most, with few dimensions', () => {
    const all = Object.values(metrics)
    expect(all.length).toBeLessThanOrEqual(10)
    expect(new Set(all.map(({ by }) => by))).toEqual(new Set(['mode', null]))
  })

  const names = Object.keys(metrics).filter((name): name is MetricName => name in metrics)

  it.each(names)('%s is read from its line by CloudWatch', async (name) => {
    const { lines } = logLines()
    log('something', { mode: 'live', chainId: 8453 }, { [name]: 2.5 })
    const { by } = metrics[name]
    expect(measuredIn(lines()[0])).toEqual({ [name]: { ...(by && { mode: 'live' }), value: 2.5 } })
  })

  it('with different dimensions share a line', async () => {
    const { lines } = logLines()
    log('both', { mode: 'test' }, { SessionExpired: 1, ChainsUnreached: 0 })
    expect(measuredIn(lines()[0])).toEqual({
      SessionExpired: { mode: 'test', value: 1 },
      ChainsUnreached: { value: 0 },
    })
  })

  it('are plain fields without a namespace, or without their dimension', async () => {
    const { lines } = logLines()
    log('session opened', {}, { SessionOpened: 1 })
    measureIn(undefined)
    log('session opened', { mode: 'test' }, { SessionOpened: 1 })
    expect(lines()).toMatchObject([{ SessionOpened: 1 }, { SessionOpened: 1 }])
    for (const line of lines()) expect(line).not.toHaveProperty('_aws')
  })
})

describe('a session', () => {
  const noticed = { status: 'detected', firstSeenAt: later(20) } as const

  it('is counted when it is opened', async () => {
    const { lines } = logLines()
    sessionOpened(aSession())
    expect(measuredIn(lines()[0])).toEqual({ SessionOpened: { mode: 'test', value: 1 } })
  })

  it('measures how soon a payment was detected', async () => {
    const { lines } = logLines()
    const [before, after] = [aSession(), aSession(noticed)]
    sessionChanged({ before, after, minedAt: later(12) })
    sessionChanged({ before, after, minedAt: later(21) })
    sessionChanged({ before, after, minedAt: null })
    expect(lines().map(({ NoticedSeconds }) => NoticedSeconds)).toEqual([8, 0, undefined])
    expect(lines()[0]).toMatchObject({ from: 'pending', to: 'detected', sessionId: before.id })
  })

  it.each(['paid', 'paid_late', 'overpaid'] as const)(
    'measures how soon it was %s',
    async (status) => {
      const { lines } = logLines()
      const after = aSession({ ...noticed, status, paidAt: later(95) })
      sessionChanged({ before: aSession(noticed), after, minedAt: later(12) })
      expect(measuredIn(lines()[0])).toEqual({
        ConfirmedSeconds: { mode: 'test', value: 75 },
      })
    },
  )

  it('is counted once when it expires, and logs nothing for a further confirmation', async () => {
    const { lines } = logLines()
    const expired = aSession({ status: 'expired' })
    sessionChanged({ before: aSession(), after: expired, minedAt: null })
    sessionChanged({
      before: expired,
      after: { ...expired, closedAt: later(900) },
      minedAt: null,
    })
    expect(lines().map(measuredIn)).toEqual([{ SessionExpired: { mode: 'test', value: 1 } }])
  })
})

describe('a delivery', () => {
  const event = { id: 'evt_1', mode: 'live', type: 'session.paid' } as const
  const endpoint = { id: 'we_1', active: true }
  const delivery = newDelivery({ event, endpoint }, later(0), seededBytes('log'))
  const attempt = {
    deliveryId: delivery.id,
    mode: 'live',
    number: 3,
    startedAt: later(0),
    latencyMs: 12,
    url: 'https://shop.example',
    requestHeaders: {},
    outcome: { kind: 'responded', statusCode: 500, body: '' },
    nextAttemptAt: null,
  } as const

  it('counts when it ends', async () => {
    const { lines } = logLines()
    deliveryAttempted(delivery, attempt)
    deliveryAttempted({ ...delivery, status: 'failed' }, attempt)
    deliveryAttempted({ ...delivery, status: 'succeeded' }, attempt)
    expect(lines().map(({ DeliveryArrived }) => DeliveryArrived)).toEqual([undefined, 0, 1])
    expect(lines()[0]).toMatchObject({
      message: 'webhook attempt failed',
      deliveryId: delivery.id,
      endpointId: 'we_1',
      eventId: 'evt_1',
      mode: 'live',
      attempt: 3,
      outcome: 'responded',
      statusCode: 500,
      milliseconds: 12,
    })
  })
})
