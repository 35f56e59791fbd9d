import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { scanSession } from '../../shared/payments/ledger/scanning/scan-session.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'
import { heldUp } from './held-up.ts'

const full = 1_000_000n

/** A scan that reads the chain before `meanwhile` and decides after it. */
async function scanAround(
  { deps }: EngineHarness,
  { id, mode, lock }: CheckoutSession,
  meanwhile: () => Promise<unknown>,
) {
  const client = heldUp(await deps.chain(lock.chainId), meanwhile)
  return scanSession({ ...deps, chain: async () => client }, { mode, sessionId: id })
}

it('money detected by a concurrent scan is not treated as gone', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await scanAround(engine, session, async () => {
    await engine.pay(session, full)
    await engine.mine()
    await engine.scan(session)
  })
  const noticed = { status: 'detected', vanishedAt: null, received: { seenBase: full } }
  expect(await engine.load(session)).toMatchObject(noticed)
})

it('a payment completed during a scan is not decided as underpaid', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.pay(session, full / 2n)
  await engine.mine()
  await engine.scan(session)
  await engine.mine(7)
  const scanned = await scanAround(engine, session, async () => {
    await engine.pay(session, full / 2n)
    await engine.mine()
    await engine.scan(session)
  })
  expect(scanned).toMatchObject({ status: 'detected', received: { seenBase: full } })
  expect(await engine.settle(session)).toBe('paid')
  expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
})

it('money recorded while another scan closes the session is shown to the operator', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.pay(session, full)
  await engine.mine()
  await engine.scan(session)
  await engine.mine(7)
  const now = () => {
    throw new Error('the process dies')
  }
  const ref = { mode: 'test', sessionId: session.id } as const
  await scanAround(engine, session, async () => {
    await engine.pay(session, 7n)
    await engine.mine()
    await expect(scanSession({ ...engine.deps, now }, ref)).rejects.toThrow('dies')
  })
  expect(await engine.load(session)).toMatchObject({ status: 'paid', received: { seenBase: full } })
  for (let round = 0; round < 3; round++) {
    await engine.mine(61)
    await engine.scanClosed()
    expect(await engine.unmatched()).toMatchObject([{ amountBase: 7n, reason: 'already_paid' }])
    const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(standing).toMatchObject([{ amountBase: full }])
  }
  expect(engine.alerts).toEqual([])
})

it('concurrent scans don’t make each other fail while blocks arrive', async () => {
  const engine = await engineHarness()
  engine.useNodes(engine.chain.rpcUrl)
  const session = await engine.openSession({ confirmationsRequired: 1000 })
  const txHash = await engine.pay(session, full)
  await engine.mine()
  let scanning = true
  const mining = (async () => {
    while (scanning) await engine.mine()
  })()
  const scans = Array.from({ length: 10 }, () => engine.scan(session, [txHash]))
  const outcomes = await Promise.allSettled(scans)
  scanning = false
  await mining
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await engine.eventsOf(session)).toEqual(['session.detected'])
})

it('two scans that write the same transfers concurrently both succeed', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.pay(session, full)
  await engine.mine()
  let conflicts = 1
  engine.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand' || conflicts-- <= 0) return next(args)
        throw new TransactionCanceledException({
          message: 'conflict',
          $metadata: {},
          CancellationReasons: [{ Code: 'TransactionConflict' }],
        })
      },
    { step: 'finalizeRequest', name: 'conflict' },
  )
  expect((await engine.scan(session))?.status).toBe('detected')
  expect(conflicts).toBeLessThan(1)
})
