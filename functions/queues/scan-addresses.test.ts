import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { expect, it, onTestFinished } from 'vitest'
import { workers } from '../../infra/functions.ts'
import { startSqs } from '../../infra/local/aws/sqs/start-sqs.ts'
import { testCaller, testDataDir } from '../../infra/local/aws/test-data-dir.ts'
import { pollQueue } from '../../infra/local/events/poll-queue.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  loadCheckoutSession,
  sessionCreation,
} from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { enqueueScans } from '../../shared/queue/enqueue-scans.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { eventually } from '../../test/eventually.ts'
import { aSession } from '../../test/factories.ts'
import { nowhere } from '../../test/local-aws.ts'
import { startNodeProxy } from '../../test/node-proxy.ts'
import { hex } from '../../test/scenarios/engine-harness.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { serve } from './scan-addresses.ts'

/** The function with a live chain, and one whose requests all hang. */
async function fixture() {
  const [chain, hanging] = await Promise.all([
    startTestChain({ chainId: 31338 }),
    startNodeProxy(nowhere),
  ])
  onTestFinished(async () => {
    await Promise.all([chain.stop(), hanging.stop()])
  })
  hanging.intercept(() => 'hang')
  const urls = { 31337: [hanging.rpcUrl], 31338: [chain.rpcUrl] }
  const { table, config } = await serviceFunctions({}, urls)
  const handler = serve(config)
  const { timestamp } = await chain.node.getBlock()
  const createdAt = new Date(Number(timestamp) * 1000)
  const open = async (id: string, chainId: number): Promise<CheckoutSession> => {
    const expiresAt = new Date(createdAt.getTime() + 300_000)
    const lock = { ...aSession().lock, chainId, expiresAt }
    const dates = { createdAt, expiresAt, lateUntil: new Date(createdAt.getTime() + 900_000) }
    const session = aSession({ id, mode: 'live', lock, ...dates })
    await transact(table, [sessionCreation(session, expiresAt)])
    return session
  }
  const statusOf = async ({ mode, id }: CheckoutSession) =>
    (await loadCheckoutSession(table, mode, id))?.status
  return { chain, hanging, handler, open, statusOf }
}

/** A queue of scans, in which failed messages reappear immediately. */
async function scansQueue() {
  const queues = { scans: { visibilitySeconds: 1, maxReceiveCount: 1000 } }
  const service = await startSqs({ dataDir: await testDataDir(), port: 0, queues })
  const sqs = new SQSClient({ ...testCaller, endpoint: service.url })
  onTestFinished(async () => {
    sqs.destroy()
    await service.close()
  })
  return { sqs, queueUrl: service.queueUrl('scans') }
}

it('finds a payment behind 1,000 scans of a chain that hangs', async () => {
  const { chain, hanging, handler, open, statusOf } = await fixture()
  const stuck = await open('cs_01JD8Z3K000000000000000001', 31337)
  const paid = await open('cs_01JD8Z3K000000000000000002', 31338)
  await chain.send({ to: hex(paid.address), value: paid.lock.amountBase })
  await chain.mine()
  const { sqs, queueUrl } = await scansQueue()
  const scanOf = ({ mode, id: sessionId, lock: { chainId } }: CheckoutSession) => ({
    mode,
    sessionId,
    chainId,
    txHashes: [],
  })
  const scans = [...Array.from({ length: 1000 }, () => scanOf(stuck)), scanOf(paid)]
  await enqueueScans({ sqs, queueUrl: () => queueUrl }, scans)
  const invoke = async (_: string, event: SQSEvent) => {
    const payload = JSON.stringify(await handler(event))
    return { outcome: 'answered', payload } as const
  }
  const { trigger } = workers['scan-addresses-test']
  const poller = pollQueue(
    { sqs, invoke, onProblem: () => undefined },
    { ...trigger, queueName: 'scans', queueUrl, functionName: 'scan-addresses-test' },
  )
  onTestFinished(poller.stop)
  await eventually(
    () => statusOf(paid),
    (status) => status === 'detected',
  )
  expect(await statusOf(stuck)).toBe('pending')
  // Only those already running when the chain was skipped, of a thousand.
  expect(hanging.requests.length).toBeLessThan(200)
})
