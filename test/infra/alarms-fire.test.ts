import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { deliveryAttempted } from '../../functions/queues/delivery-log.ts'
import { serve as reconcile } from '../../functions/schedules/reconcile.ts'
import { chainById } from '../../shared/chain/chains.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { measureIn } from '../../shared/log/log.ts'
import { sideNote } from '../../shared/log/side-note.ts'
import { executionName } from '../../shared/merchant/checkout/start-timer.ts'
import { paymentUnmatched } from '../../shared/merchant/providers/provider-log.ts'
import { pricing } from '../../shared/merchant/quotes/pricing.ts'
import { ownerAlerted } from '../../shared/money/sweeps/sweep-log.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import {
  depositUnmatched,
  operatorAlerted,
  sessionChanged,
} from '../../shared/payments/ledger/session-log.ts'
import { networks } from '../../shared/payments/networks/enabled-chains.ts'
import { newDelivery } from '../../shared/records/outbox/rules/webhook-delivery.ts'
import { lambdaContext } from '../api-event.ts'
import { aSession } from '../factories.ts'
import { logLines } from '../log-lines.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { startServiceFunctions as startedFunctions } from '../service-functions.ts'
import {
  type AlarmProperties,
  alarmProperties,
  filtered,
  fires,
  isMeasuredBy,
  metricFilter,
  type Point,
  pointsIn,
} from './alarm-state.ts'
import { ownTemplates, resourcesOf, type Template } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>
let alarms: readonly AlarmProperties[]

beforeAll(async () => {
  templates = await ownTemplates()
  alarms = resourcesOf(templates, 'AWS::CloudWatch::Alarm').map(({ properties }) =>
    alarmProperties.parse(properties),
  )
})

afterEach(() => measureIn(undefined))

const minutes = 90
const at = (...list: number[]) => list
const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

/** Metrics that real functions log while this runs. */
async function logged(run: () => unknown): Promise<Record<string, unknown>[]> {
  measureIn('quittance')
  const written = logLines()
  await run()
  return written.lines()
}

const pointsAt = (lines: readonly unknown[], when: readonly number[]): Point[] =>
  when.flatMap((minute) => lines.flatMap((line) => pointsIn(line, minute)))

/** The titles of the alarms that fire beside a healthy shop's metrics, without those that `but` ends. */
async function fired(points: readonly Point[], but: (point: Point) => boolean = () => false) {
  const all = [...(await healthy()).filter((point) => !but(point)), ...points]
  return alarms
    .filter((alarm) => fires(alarm, all, minutes))
    .map(({ AlarmName }) => AlarmName.replace('quittance: ', ''))
}

const live = aSession({ mode: 'live', lock: { ...aSession().lock, chainId: 31338 } })
const seen = { ...live, status: 'detected', firstSeenAt: new Date(300_000) } as const
const notice = (seconds: number) =>
  sessionChanged({ before: live, after: seen, minedAt: new Date(300_000 - seconds * 1000) })

function deliver(status: 'succeeded' | 'failed'): void {
  const event = { id: 'evt_1', mode: 'live', type: 'session.paid' } as const
  const endpoint = { id: 'we_1', active: true }
  const delivery = newDelivery({ event, endpoint }, new Date(0), seededBytes('alarms'))
  deliveryAttempted(
    { ...delivery, status },
    {
      deliveryId: delivery.id,
      mode: 'live',
      number: 1,
      startedAt: new Date(0),
      latencyMs: 1,
      url: 'https://shop.example',
      requestHeaders: {},
      nextAttemptAt: null,
      outcome: { kind: 'responded', statusCode: 500, body: '' },
    },
  )
}

/** AWS's own metrics: dimensions as documented, a healthy minute's value, and one at which to act. */
const ofAws: Readonly<Record<string, { by: string[]; well: number | null; ill: number | null }>> = {
  'AWS/Lambda Throttles': { by: [], well: 0, ill: 2 },
  'AWS/Lambda Invocations': { by: ['FunctionName'], well: null, ill: 1 },
  'AWS/Events Invocations': { by: ['RuleName'], well: 1, ill: null },
  'AWS/ApiGateway 5XXError': { by: ['ApiName'], well: 0, ill: 0.02 },
  'AWS/SQS ApproximateNumberOfMessagesVisible': { by: ['QueueName'], well: 0, ill: 1 },
  'AWS/DynamoDB ThrottledRequests': { by: ['Operation', 'TableName'], well: null, ill: 3 },
}

const measuredBy = ({ Namespace, MetricName }: AlarmProperties) => `${Namespace} ${MetricName}`
const ofAwsAlarms = () => alarms.filter((alarm) => measuredBy(alarm) in ofAws)

const published = (alarm: AlarmProperties, value: number, when: readonly number[]): Point[] =>
  when.map((minute) => ({
    minute,
    namespace: alarm.Namespace,
    name: alarm.MetricName,
    dimensions: alarm.dimensions,
    value,
  }))

async function healthy(): Promise<Point[]> {
  const lines = await logged(() => {
    notice(8)
    deliver('succeeded')
  })
  const measured = ofAwsAlarms().flatMap((alarm) => {
    const { well } = ofAws[measuredBy(alarm)] ?? { well: null }
    return well === null ? [] : published(alarm, well, from(0, minutes))
  })
  return [...pointsAt(lines, from(0, minutes)), ...measured]
}

it('no alarm fires while all is well', async () => {
  expect(await fired([])).toEqual([])
})

it('each alarm watches something of the deployment that is proved below to raise it', () => {
  const names = ['AWS::Events::Rule', 'AWS::ApiGateway::RestApi'].flatMap((type) =>
    resourcesOf(templates, type).map(({ properties }) => properties['Name']),
  )
  const ids = [...templates.values()].flatMap(({ Resources }) => Object.keys(Resources))
  const existing = new Set([...names, ...ids, 'TransactWriteItems'])
  for (const alarm of ofAwsAlarms()) {
    expect(Object.keys(alarm.dimensions).sort()).toEqual(ofAws[measuredBy(alarm)]?.by)
    for (const value of Object.values(alarm.dimensions)) {
      expect(existing).toContain(String(value).replace('.QueueName', ''))
    }
  }
  const ours = alarms.filter((alarm) => !ofAwsAlarms().includes(alarm))
  expect(ours.map(({ MetricName }) => MetricName).sort()).toEqual([
    'ChainsUnreached',
    'DeliveryArrived',
    'FailedInvocations',
    'NoticedSeconds',
    'OverdueSeconds',
    'PriceUnavailable',
    'UnmatchedFunds',
  ])
})

it('each alarm on what AWS measures fires, and no other', async () => {
  expect(ofAwsAlarms().length).toBeGreaterThan(5)
  for (const alarm of ofAwsAlarms()) {
    const { ill } = ofAws[measuredBy(alarm)] ?? { ill: null }
    const isReplaced = (point: Point) => point.minute >= 30 && isMeasuredBy(alarm, point)
    const points = ill === null ? [] : published(alarm, ill, from(30, 20))
    const title = alarm.AlarmName.replace('quittance: ', '')
    expect(await fired(points, isReplaced)).toEqual([title])
  }
})

describe('a round of the reconciler', () => {
  let lines: Record<string, unknown>[]

  beforeAll(async () => {
    const { table, config, stop } = await startedFunctions()
    await transact(table, [sessionCreation(live, new Date(Date.now() - 1_500_000))])
    lines = await logged(() => reconcile(config)({ mode: 'live' }, lambdaContext()))
    await stop()
  })

  const of = (metric: string) => lines.filter((line) => metric in line)
  const chains = 'payments on a chain can not be decided'

  it('that can’t rely on a chain raises its alarm, although a round now and then ends a minute later', async () => {
    const wrong = of('ChainsUnreached')
    expect(wrong).toMatchObject([{ message: 'reconciled', ChainsUnreached: 1 }])
    expect(await fired(pointsAt(wrong, at(...from(30, 4), ...from(35, 4))))).toEqual([chains])
    expect(await fired(pointsAt(wrong, from(30, 4)))).toEqual([])
  })

  it('raises it whatever other shards and other chains say', async () => {
    const zero = of('ChainsUnreached').map((line) => ({ ...line, ChainsUnreached: 0 }))
    const points = [
      ...pointsAt(of('ChainsUnreached'), from(30, 10)),
      ...pointsAt(zero, from(0, 90)),
    ]
    expect(await fired(points)).toEqual([chains])
  })

  it('that finds work overdue raises the alarm for that', async () => {
    const late = of('OverdueSeconds')
    expect(late).toMatchObject([{ message: 'work is overdue', work: 'scans of open addresses' }])
    expect(await fired(pointsAt(late, from(30, 10)))).toEqual(['work in the background is overdue'])
    expect(await fired(pointsAt(late, at(30)))).toEqual([])
  })
})

describe('what a person has to resolve raises an alarm at once:', () => {
  const of = { mode: 'live', sessionId: live.id, version: 1, seenAt: new Date(0) } as const
  const deposit = {
    ...of,
    address: live.address,
    chainId: 31338,
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    readAtBlock: 1n,
    amountBase: 5n,
    acceptedBase: 0n,
    dismissedBase: 0n,
    promisedBase: 0n,
    reason: 'after_window',
  } as const
  const payment = {
    ...of,
    provider: 'ramp',
    paymentId: 'p',
    orderId: 'o',
    paid: null,
    isCounted: false,
    reason: 'too_late',
    acceptedAt: null,
    dismissedAt: null,
    refundId: null,
  } as const

  it.each([
    ['a deposit', () => depositUnmatched(deposit)],
    ['a problem of a session', () => operatorAlerted(new Error('a reorg'), live)],
    ['a problem of a sweep', () => ownerAlerted({ mode: 'live', chainId: 31338, message: 'gas' })],
    ['a payment by a provider', () => paymentUnmatched(payment)],
  ])('%s', async (_, run) => {
    expect(await fired(pointsAt(await logged(run), at(30)))).toEqual(['unmatched funds'])
  })
})

it('a delivery that failed raises an alarm, however many arrive', async () => {
  const lines = await logged(() => deliver('failed'))
  expect(await fired(pointsAt(lines, at(30)))).toEqual(['webhook deliveries failed'])
})

it('payments that are detected late raise an alarm', async () => {
  const lines = await logged(() => notice(200))
  expect(
    await fired(
      pointsAt(
        lines,
        from(30, 15).flatMap((minute) => at(minute, minute)),
      ),
    ),
  ).toEqual(['payments are detected late'])
})

it('timers of live mode that could not be started raise an alarm', async () => {
  const lines = await logged(() => {
    for (const mode of ['live', 'test'] as const) {
      sideNote('session timer', async () => {}, { mode }).onFailed(new Error('throttled'))
    }
  })
  expect(await fired(pointsAt(lines, at(31, 36, 41)))).toEqual([
    'a background function keeps failing',
  ])
  expect(await fired(pointsAt(lines, at(31, 36)))).toEqual([])
})

it('prices that nobody could give raise an alarm at the second customer within half an hour', async () => {
  const { table, config, stop } = await startedFunctions()
  const chain = chainById(31338)
  invariant(chain, 'the registry has the local chains')
  const { assetPrice } = pricing(config, { table, now: () => new Date() }, networks(table))
  const asset = { chain, ...chain.native, tokenAddress: null, usdPegged: false }
  const lines = await logged(() =>
    expect(assetPrice(asset, { currency: 'USD', param: 'currency' })).rejects.toThrow(),
  )
  await stop()
  expect(await fired(pointsAt(lines, at(30, 50)))).toEqual(['prices are unavailable'])
  expect(await fired(pointsAt(lines, at(30)))).toEqual([])
})

describe('in the logs of AWS,', () => {
  const failing = ['a background function keeps failing']
  const filtersOn = (logGroupName: string) => {
    const group = resourcesOf(templates, 'AWS::Logs::LogGroup').find(
      ({ properties }) => properties['LogGroupName'] === logGroupName,
    )
    return resourcesOf(templates, 'AWS::Logs::MetricFilter')
      .map(({ properties }) => metricFilter.parse(properties))
      .filter(({ LogGroupName }) => LogGroupName === group?.logicalId)
  }
  /** Data points that the filters on a log group make of a line. */
  const counted = (logGroupName: string, line: object, when: readonly number[]) => {
    const filters = filtersOn(logGroupName)
    expect(filters).toHaveLength(1)
    return when.flatMap((minute) => filters.flatMap((filter) => filtered(filter, line, minute)))
  }
  /** Lambda's log entry for an invocation. */
  const report = (status: string) => ({
    time: '2026-03-01T12:00:00.000Z',
    type: 'platform.report',
    record: { requestId: 'c0ffee', metrics: { durationMs: 60_000, memorySizeMB: 512 }, status },
  })

  it.each(['error', 'failure', 'timeout'])(
    'a schedule that ends with %s three times raises an alarm',
    async (status) => {
      const points = (when: number[]) =>
        counted('/aws/lambda/quittance-relay', report(status), when)
      expect(await fired(points(at(31, 36, 41)))).toEqual(failing)
      expect(await fired(points(at(31, 36)))).toEqual([])
    },
  )

  it('one that succeeds doesn’t', async () => {
    const points = counted('/aws/lambda/quittance-relay', report('success'), from(0, 90))
    expect(points).toEqual([])
  })

  it('one for test mode only is not counted', () => {
    expect(filtersOn('/aws/lambda/quittance-watch-session-live')).toHaveLength(1)
    expect(filtersOn('/aws/lambda/quittance-watch-session-test')).toEqual([])
  })

  it.each(['session-timer', 'payment-confirmation'] as const)(
    'a failed %s of live mode raises it at once, and none of test mode does',
    async (name) => {
      const group = `/aws/vendedlogs/states/quittance-${name}`
      const failures = (mode: Mode, lap: number) => {
        const timer = executionName({ mode, sessionId: live.id }, lap)
        const line = {
          id: '6',
          type: 'ExecutionFailed',
          details: { error: 'x' },
          redrive_count: '0',
          execution_arn: `arn:aws:states:eu-central-1:111122223333:execution:quittance-${name}:${timer}`,
        }
        return counted(group, line, at(30))
      }
      for (const lap of [0, 1]) {
        expect(await fired(failures('live', lap))).toEqual(failing)
        expect(failures('test', lap)).toEqual([])
      }
    },
  )
})

it('every function writes lines of the level that the metrics have', () => {
  const logging = z.object({ ApplicationLogLevel: z.string().default('INFO') })
  const levels = resourcesOf(templates, 'AWS::Lambda::Function').flatMap(({ properties }) =>
    String(properties['FunctionName']).startsWith('quittance-')
      ? logging.parse(properties['LoggingConfig']).ApplicationLogLevel
      : [],
  )
  expect([...new Set(levels)]).toEqual(['INFO'])
})
