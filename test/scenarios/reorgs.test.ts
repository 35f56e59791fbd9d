import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer, tokenCall, usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n
type Asset = 'ETH' | 'USDC'
const walks = [
  { depth: 1, asset: 'ETH' },
  { depth: 3, asset: 'ETH' },
  { depth: 10, asset: 'ETH' },
  { depth: 3, asset: 'USDC' },
] as const

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

/** A session and a signed payment that can be mined again in another block, or replaced with a smaller one. */
async function signedPayment(asset: Asset, changes: Partial<CheckoutSession> = {}) {
  const payer = await newPayer(engine)
  if (asset === 'USDC') await engine.chain.mintUsdc(payer.address, full)
  await engine.mine()
  const lock = asset === 'USDC' ? { lock: usdcLock(full) } : {}
  const session = await engine.openSession({ ...lock, ...changes })
  const to = hex(session.address)
  const of = (value: bigint) =>
    asset === 'USDC' ? tokenCall({ name: 'transfer', args: [to, value] }) : { to, value }
  const payment = await payer.sign({ ...of(full), nonce: 0 })
  const smaller = await payer.sign({ ...of(full - 1n), nonce: 0 })
  return { session, payer, payment, smaller }
}

/** The ledger: what is on the chain and what has left it. */
async function ledgerOf(session: CheckoutSession) {
  const transfers = await engine.transfersOf(session)
  return transfers.map(({ txHash, amountBase, orphaned }) => ({ txHash, amountBase, orphaned }))
}

describe.each(walks)('$depth blocks, before $asset is confirmed', ({ depth, asset }) => {
  async function detected() {
    const { session, payer, ...signed } = await signedPayment(asset)
    await payer.send(signed.payment)
    await engine.mine(depth)
    expect(await engine.scan(session)).toMatchObject({ status: 'detected' })
    return { session, ...signed }
  }

  it('removes the payment: after an hour without it the session has failed', async () => {
    const { session, payment } = await detected()
    await engine.reorg(depth)
    await engine.mine(2)
    await engine.scan(session)
    expect(await engine.load(session)).toMatchObject({
      status: 'detected',
      received: { seenBase: 0n, confirmedBase: 0n },
    })
    expect(await ledgerOf(session)).toEqual([
      { txHash: keccak256(payment), amountBase: full, orphaned: true },
    ])
    await engine.mineAfter(3600)
    await engine.mine(2)
    await engine.reconcile()
    expect(await engine.load(session)).toMatchObject({
      status: 'failed',
      failureReason: 'transfers_vanished',
    })
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.failed'])
  })

  it('moves it to another block: it counts there', async () => {
    const { session, payment } = await detected()
    await engine.reorg(depth, [[payment, depth - 1]])
    expect(await engine.settle(session)).toBe('paid')
    expect(await ledgerOf(session)).toEqual([
      { txHash: keccak256(payment), amountBase: full, orphaned: false },
    ])
    const [transfer] = await engine.transfersOf(session)
    const blockNumber = transfer?.blockNumber ?? 0n
    const { hash, transactions } = await engine.chain.node.getBlock({ blockNumber })
    expect(transactions).toEqual([keccak256(payment)])
    expect(transfer?.blockHash).toBe(hash)
  })

  it('replaces it with a smaller one, which counts', async () => {
    const { session, payment, smaller } = await detected()
    await engine.reorg(depth, [[smaller, 0]])
    expect(await engine.settle(session)).toBe('underpaid')
    const ledger = await ledgerOf(session)
    expect(ledger).toHaveLength(2)
    expect(ledger).toEqual(
      expect.arrayContaining([
        { txHash: keccak256(payment), amountBase: full, orphaned: true },
        { txHash: keccak256(smaller), amountBase: full - 1n, orphaned: false },
      ]),
    )
    expect((await engine.load(session)).txHash).toBe(keccak256(smaller))
  })
})

type Outcome = {
  /** The signed transactions in the new blocks, each with the index of its block. */
  mined: (signed: { payment: string; smaller: string }) => [string, number][]
  standing: bigint
}

describe.each(walks)('$depth blocks, after $asset is paid', ({ depth, asset }) => {
  /** Confirmations equal to the depth of the reorg. */
  async function paid() {
    const { session, payer, ...signed } = await signedPayment(asset, {
      confirmationsRequired: depth,
    })
    await payer.send(signed.payment)
    await engine.mine(depth)
    await engine.scan(session)
    engine.passSeconds(61)
    await engine.recheck(session)
    expect(await engine.statusOf(session)).toBe('paid')
    return { session, ...signed }
  }

  const outcomes: Readonly<Record<string, Outcome>> = {
    gone: { mined: () => [], standing: 0n },
    'in another block': { mined: ({ payment }) => [[payment, depth - 1]], standing: full },
    'replaced with a smaller one': { mined: ({ smaller }) => [[smaller, 0]], standing: full - 1n },
  }

  it.each(Object.entries(outcomes))(
    'changes the ledger but no status, and alerts the operator: the payment is %s',
    async (_, { mined, standing }) => {
      const { session, ...signed } = await paid()
      const before = await engine.load(session)
      await engine.reorg(depth, mined(signed))
      await engine.mine(3)
      await engine.scan(session)
      await engine.reconcile()
      engine.alerts.length = 0
      await engine.mine(61)
      await engine.scanClosed()
      await engine.mine(61)
      await engine.scanClosed()
      expect(await engine.load(session)).toEqual(before)
      expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
      expect(await standingTransfers(session)).toEqual(await onTheChain(session, standing))
      const unmatched = await engine.unmatched()
      expect(unmatched.filter(({ sessionId }) => sessionId === session.id)).toEqual([])
      const alert = `session ${session.id} is paid, but chain 31337 holds ${standing} base units`
      expect(engine.alerts.filter((text) => text.includes(session.id))).toEqual(
        standing < full ? [expect.stringContaining(alert)] : [],
      )
    },
  )

  async function standingTransfers(session: CheckoutSession) {
    const transfers = await engine.transfersOf(session)
    return transfers
      .filter(({ orphaned }) => !orphaned)
      .map(({ amountBase, blockHash }) => ({ amountBase, blockHash }))
  }

  /** The amount at the address, and the block that it came in, as the node reports it. */
  async function onTheChain(session: CheckoutSession, amountBase: bigint) {
    const { node } = engine.chain
    const head = await node.getBlockNumber()
    expect(await engine.balanceAt(session, head)).toBe(amountBase)
    if (amountBase === 0n) return []
    // It came after the session was created, some blocks ago, and stayed.
    let [low, high] = [head - 200n > 0n ? head - 200n : 0n, head]
    while (low < high) {
      const middle = (low + high) / 2n
      if ((await engine.balanceAt(session, middle)) > 0n) high = middle
      else low = middle + 1n
    }
    const { hash } = await node.getBlock({ blockNumber: high })
    return [{ amountBase, blockHash: hash }]
  }
})

it('a deposit after the end never belongs to the session, whatever was reorged', async () => {
  const { session, payer, payment } = await signedPayment('ETH', { confirmationsRequired: 1 })
  await payer.send(payment)
  await engine.mine()
  await engine.scan(session)
  engine.passSeconds(61)
  await engine.recheck(session)
  const to = hex(session.address)
  await payer.send(await payer.sign({ to, value: 7n, nonce: 1 }))
  await engine.mine()
  await engine.reorg(2, [[payment, 1]])
  await payer.send(await payer.sign({ to, value: 8n, nonce: 1 }))
  await engine.mine(70)
  await engine.scanClosed()
  expect(await engine.statusOf(session)).toBe('paid')
  expect(await ledgerOf(session)).toEqual([
    { txHash: keccak256(payment), amountBase: full, orphaned: false },
  ])
  expect(await engine.unmatched()).toMatchObject([{ amountBase: 8n, reason: 'already_paid' }])
  expect(engine.alerts.filter((text) => text.includes(session.id))).toEqual([])
})

it('money that left the chain, and is paid again, counts once', async () => {
  const session = await engine.openSession()
  await engine.pay(session, full)
  await engine.mine()
  await engine.scan(session)
  await engine.reorg(1)
  await engine.mine()
  await engine.scan(session)
  const txHash = await engine.pay(session, full)
  await engine.mine()
  expect(await engine.settle(session)).toBe('paid')
  expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  expect(await ledgerOf(session)).toContainEqual({ txHash, amountBase: full, orphaned: false })
})
