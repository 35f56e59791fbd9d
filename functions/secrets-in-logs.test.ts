import fc from 'fast-check'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { awslambda, ResponseStream } from '../infra/local/functions/response-stream.ts'
import { ChainUnavailable } from '../shared/chain/chain-unavailable.ts'
import { ServiceError } from '../shared/kernel/errors.ts'
import { openTable } from '../shared/kernel/store/table.ts'
import { report } from '../shared/log/report.ts'
import { streamSession } from '../shared/merchant/checkout/stream-session.ts'
import { showLink } from '../shared/merchant/payment-links/show-link.ts'
import {
  depositUnmatched,
  operatorAlerted,
  sessionChanged,
  sessionOpened,
} from '../shared/payments/ledger/session-log.ts'
import { listApiKeys } from '../shared/records/api-keys/list-api-keys.ts'
import { newDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import { apiEvent, lambdaContext } from '../test/api-event.ts'
import { aSession, later } from '../test/factories.ts'
import { logLines } from '../test/log-lines.ts'
import { type Secret, secrets } from '../test/secrets.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { logFailure } from './pipelines/log-failure.ts'
import { operatorFunction } from './pipelines/operator-function.ts'
import { pageFunction } from './pipelines/page-function.ts'
import { streamFunction } from './pipelines/stream-function.ts'
import { workerFunction } from './pipelines/worker-function.ts'
import { deliveryAttempted } from './queues/delivery-log.ts'

// Lambda's Node runtime provides it as a global.
Object.assign(globalThis, { awslambda })

/** Services that are never called. */
const services = { table: openTable('none'), now: () => new Date() }
const randomBytes = seededBytes('secrets in logs')
let written: ReturnType<typeof logLines>

beforeEach(() => {
  written = logLines()
})

/** Errors with the secret in their message, in quoted text, and in custom fields. */
const makeError: Readonly<Record<string, (text: string) => unknown>> = {
  message: (text) => new Error(`no access with ${text} today`),
  name: (text) => Object.assign(new Error('failed'), { name: text }),
  fields: (text) => Object.assign(new Error('failed'), { $response: { body: text }, input: text }),
  cause: (text) => new Error('failed', { cause: new Error('worse', { cause: new Error(text) }) }),
  aggregate: (text) => new AggregateError([new Error('a'), new Error(`b ${text}`)], 'all failed'),
  thrownText: (text) => text,
  thrownObject: (text) => ({ secret: text }),
  service: (text) => new ServiceError('internal_error', `It was ${text}.`, { param: text }),
  chain: (text) => new ChainUnavailable(1, 'no response', { cause: new Error(`from ${text}`) }),
  json: (text) => caught(() => JSON.parse(`${text} {`)),
  schema: (text) =>
    caught(() => z.strictObject({ mode: z.enum(['live']) }).parse({ mode: text, other: text })),
  url: (text) => caught(() => new URL(text.slice(3), 'nowhere')),
  http: (text) =>
    new HttpRequestError({
      url: `https://rpc.example/v2/${encodeURIComponent(text)}`,
      body: { method: 'eth_call', params: [text] },
      details: `refused ${text}`,
    }),
  rpc: (text) =>
    new RpcRequestError({
      url: 'https://rpc.example',
      body: { method: 'eth_call', params: [{ from: text }] },
      error: { code: -32000, message: `no balance of ${text}` },
    }),
  timeout: (text) => new TimeoutError({ url: `https://rpc.example/${text}`, body: { id: text } }),
}

function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return new Error('nothing was thrown')
}

/** Every way in which a function logs an error. */
const logError: Readonly<Record<string, (error: unknown, text: string) => unknown>> = {
  report: (error) => report('something', error, { sessionId: 'cs_1' }),
  failure: (error, id) =>
    logFailure({ requestId: 'r-1', method: 'GET', resource: '/api/{id}', id, error }),
  worker: (error) =>
    workerFunction(() => Promise.reject(error))({}, lambdaContext()).catch(logAsLambda),
  operator: (error) =>
    operatorThatFails(error)(
      { door: 'terminal', operation: listApiKeys.name },
      lambdaContext(),
    ).catch((thrown) => {
      // Messages for the operator are returned, not logged.
      if (!(thrown instanceof ServiceError)) logAsLambda(thrown)
    }),
  route: (error, id) =>
    pageFunction({ ...showLink, needs: undefined, run: () => Promise.reject(error) }, services)(
      apiEvent({ path: '/{id}', id }),
      lambdaContext(),
    ),
  stream: (error, id) => streamThatBreaks(error, id).catch(logAsLambda),
}

function operatorThatFails(error: unknown) {
  const around = { isLocal: false, verifyProof: async () => undefined }
  const deps = { ...services, ...around, randomBytes: seededBytes('doors'), region: 'us-east-1' }
  return operatorFunction({ ...listApiKeys, run: () => Promise.reject(error) }, deps)
}

/** Lambda itself logs what a function throws. */
function logAsLambda(thrown: unknown): void {
  if (thrown instanceof Error)
    process.stderr.write(`${thrown.name} ${thrown.stack}\n${thrown.cause}`)
}

async function streamThatBreaks(error: unknown, id: string): Promise<void> {
  const stream = new ResponseStream({ head: () => undefined, write: () => Promise.resolve() })
  stream.on('error', () => undefined)
  async function* breaking() {
    yield 'event: one\n\n'
    await Promise.reject(error)
  }
  const run = streamFunction(
    { ...streamSession, needs: undefined, run: async () => breaking() },
    services,
  )
  await Reflect.apply(run, undefined, [apiEvent({ path: '/{id}', id }), stream, lambdaContext()])
}

const someSecret = fc.tuple(secrets, fc.constantFrom(...Object.keys(makeError)))

it.each(Object.keys(logError))('an error logged by "%s" reveals no secret', async (path) => {
  const property = fc.asyncProperty(someSecret, async ([secret, kind]) => {
    const error = makeError[kind]?.(secret.text)
    await logError[path]?.(error, secret.text)
    if (!(error instanceof ServiceError)) expect(written.text()).toContain('"level":')
    expectSilenceOn(secret)
  })
  await fc.assert(property, { seed: 20260301, numRuns: 250 })
})

it('lines about sessions, deposits and deliveries reveal no secret', async () => {
  const property = fc.property(secrets, (secret) => {
    for (const tell of news) tell(secret.text)
    expect(written.lines()).toHaveLength(news.length + 1)
    expectSilenceOn(secret)
  })
  fc.assert(property, { seed: 20260301, numRuns: 200 })
})

const news: readonly ((text: string) => void)[] = [
  (text) => sessionOpened(sessionWith(text)),
  (text) => operatorAlerted(new Error(`gone: ${text}`), sessionWith(text)),
  (text) => {
    const before = sessionWith(text)
    const after = { ...before, status: 'paid', firstSeenAt: later(5), paidAt: later(65) } as const
    sessionChanged({ before, after, minedAt: later(1) })
  },
  (address) => {
    const { mode, id: sessionId } = aSession()
    const asset = { chainId: 1, symbol: 'ETH', tokenAddress: address, decimals: 18 }
    const deposit = { mode, sessionId, address, ...asset, amountBase: 5n, seenAt: later(0) }
    const decided = { acceptedBase: 0n, dismissedBase: 0n, promisedBase: 0n }
    depositUnmatched({
      ...deposit,
      ...decided,
      version: 1,
      readAtBlock: 1n,
      reason: 'after_window',
    })
  },
  (text) => {
    const event = { id: 'evt_1', mode: 'live', type: 'session.paid' } as const
    const endpoint = { id: 'we_1', active: true }
    const delivery = newDelivery({ event, endpoint }, later(0), randomBytes)
    const attempt = {
      deliveryId: delivery.id,
      mode: 'live',
      number: 1,
      startedAt: later(0),
      latencyMs: 12,
      url: `https://shop.example/${text}`,
      requestHeaders: { 'webhook-signature': text },
      nextAttemptAt: null,
    } as const
    deliveryAttempted(delivery, {
      ...attempt,
      outcome: { kind: 'responded', statusCode: 500, body: text },
    })
    deliveryAttempted(delivery, {
      ...attempt,
      outcome: { kind: 'failed', error: 'tls_failed', message: text },
    })
  },
]

function sessionWith(text: string) {
  const urls = { successUrl: text, cancelUrl: text, returnUrl: text }
  return aSession({ customerEmail: text, metadata: { text }, address: text, txHash: text, ...urls })
}

function expectSilenceOn({ telling }: Secret): void {
  const text = written.text()
  written.clear()
  expect(text).not.toContain(telling)
  // The same text, encoded in JSON.
  expect(text).not.toContain(JSON.stringify(telling).slice(1, -1))
}

it('a rethrown error keeps its message', async () => {
  const error = new TypeError('chain 1: no response from https://rpc.example/v2/key', { cause: 1 })
  const failing = workerFunction(() => Promise.reject(error))({}, lambdaContext())
  const thrown = await failing.catch((reason: Error) => reason)
  expect(thrown).toEqual(
    Object.assign(new Error('chain 1: no response from https://rpc.example'), {
      name: 'TypeError',
    }),
  )
  expect(thrown).toHaveProperty('stack', expect.stringMatching(/^TypeError: chain 1.*\n\s+at /))
})
