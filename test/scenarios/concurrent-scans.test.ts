import { createClient, custom } from 'viem'
import { expect, it } from 'vitest'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import type { CheckoutSession } from '../../shared/domain/checkout-session.ts'
import { scanSession } from '../../shared/use-cases/scan-session.ts'
import { openTill, type Till } from './till.ts'

const full = 1_000_000n

/** The client, which waits for `meanwhile` once it has read the balances at the head and at the confirmed block. */
function heldUp({ chain, node }: ChainClient, meanwhile: () => Promise<unknown>): ChainClient {
  let reads = 0
  const slow = createClient({
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
