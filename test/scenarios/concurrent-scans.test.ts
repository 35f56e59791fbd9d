import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { createClient, custom } from 'viem'
import { expect, it } from 'vitest'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { scanSession } from '../../shared/ledger/scan-session.ts'
import { openTill, type Till } from './till.ts'

const full = 1_000_000n

/** The client, which waits for `meanwhile` once it has read the balances at the head and at the confirmed block. */
function heldUp({ chain, node }: ChainClient, meanwhile: () => Promise<unknown>): ChainClient {
  let reads = 0
  const slow = createClient({
    name: 'slow.example',
    transport: custom({
      async request(call) {
        const answer = await node.request(call)
        if (call.method !== 'eth_call') return answer
        reads += 1
        if (reads === 2) await meanwhile()
        return answer
      },
    }),
  })
  return { chain, node: slow, nodes: [slow] }
}

/** A scan that reads the chain before `meanwhile` and has its say after it. */
function scanAround(
  { deps }: Till,
  { id, mode, lock }: CheckoutSession,
  meanwhile: () => Promise<unknown>,
) {
  const client = heldUp(deps.chain(lock.chainId), meanwhile)
  return scanSession({ ...deps, chain: () => client }, { mode, sessionId: id })
}

it('money that was noticed meanwhile is not taken for gone', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await scanAround(till, session, async () => {
    await till.pay(session, full)
    await till.mine()
    await till.scan(session)
  })
  const noticed = { status: 'detected', vanishedAt: null, received: { seenBase: full } }
  expect(await till.look(session)).toMatchObject(noticed)
})

it('a payment that was completed meanwhile is not judged short', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.pay(session, full / 2n)
  await till.mine()
  await till.scan(session)
  await till.mine(7)
  const scanned = await scanAround(till, session, async () => {
    await till.pay(session, full / 2n)
    await till.mine()
    await till.scan(session)
  })
  expect(scanned).toMatchObject({ status: 'detected', received: { seenBase: full } })
  expect(await till.settle(session)).toBe('paid')
  expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
})

it('what a scan noted while another one closed the session is the operator’s to see', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.pay(session, full)
  await till.mine()
  await till.scan(session)
  await till.mine(7)
  const now = () => {
    throw new Error('the process dies')
  }
  const ref = { mode: 'test', sessionId: session.id } as const
  await scanAround(till, session, async () => {
    await till.pay(session, 7n)
    await till.mine()
    await expect(scanSession({ ...till.deps, now }, ref)).rejects.toThrow('dies')
  })
  expect(await till.look(session)).toMatchObject({ status: 'paid', received: { seenBase: full } })
  for (let look = 0; look < 3; look++) {
    await till.mine(61)
    await till.lookAtClosed()
    expect(await till.unmatched()).toMatchObject([{ amountBase: 7n, reason: 'already_paid' }])
    const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(standing).toMatchObject([{ amountBase: full }])
  }
  expect(till.alerts).toEqual([])
})

it('many scans at once fail none of each other while blocks arrive', async () => {
  const till = await openTill()
  till.readThrough(till.chain.rpcUrl)
  const session = await till.openSession({ confirmationsRequired: 1000 })
  const txHash = await till.pay(session, full)
  await till.mine()
  let scanning = true
  const mining = (async () => {
    while (scanning) await till.mine()
  })()
  const scans = Array.from({ length: 10 }, () => till.scan(session, [txHash]))
  const outcomes = await Promise.allSettled(scans)
  scanning = false
  await mining
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await till.eventsOf(session)).toEqual(['session.detected'])
})

it('two scans that write the same transfers at the same moment let each other pass', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.pay(session, full)
  await till.mine()
  let conflicts = 1
  till.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand' || conflicts-- <= 0) return next(args)
        throw new TransactionCanceledException({
          ...{ message: 'conflict', $metadata: {} },
          CancellationReasons: [{ Code: 'TransactionConflict' }],
        })
      },
    { step: 'finalizeRequest', name: 'conflict' },
  )
  expect((await till.scan(session))?.status).toBe('detected')
  expect(conflicts).toBeLessThan(1)
})
