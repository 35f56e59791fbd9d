import { encodeFunctionData, multicall3Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { tokenCall, usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n

let engine: EngineHarness

withEngine(async (started) => {
  engine = started
  await engine.mine()
})

const assets = {
  ETH: {
    // To trace a transaction, the node runs all earlier ones in its block again.
    dustTransfers: 40,
    open: () => engine.openSession(),
    pay: (session: CheckoutSession, value: bigint) => engine.pay(session, value),
  },
  USDC: {
    dustTransfers: 120,
    open: () => engine.openSession({ lock: usdcLock(full) }),
    pay: (session: CheckoutSession, value: bigint) => engine.payUsdc(session, value),
  },
}

describe.each(['ETH', 'USDC'] as const)('%s', (symbol) => {
  const { dustTransfers, open, pay } = assets[symbol]

  it('in three parts', async () => {
    const parts = [400_000n, 350_000n, 250_000n]
    const session = await open()
    for (const [index, part] of parts.entries()) {
      await pay(session, part)
      if (index === 1) await engine.mine()
    }
    await engine.mine(2)
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(engine.started.filter((id) => id === session.id)).toHaveLength(1)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    const transfers = await engine.transfersOf(session)
    expect(transfers.map(({ amountBase }) => amountBase).sort()).toEqual([...parts].sort())
    expect((await engine.load(session)).received).toMatchObject({
      seenBase: full,
      confirmedBase: full,
      confirmations: 3,
    })
  })

  it(`by ${dustTransfers} transfers of dust counts in full, though not every transfer is searched for`, async () => {
    const session = await open()
    const dust = (full - 1n) / BigInt(dustTransfers)
    const total = BigInt(dustTransfers) * dust
    for (let index = 0; index < dustTransfers; index++) await pay(session, dust)
    await engine.mine(2)
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('underpaid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.underpaid'])
    const transfers = await engine.transfersOf(session)
    expect(transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n)).toBe(total)
    expect(transfers.filter(({ txHash }) => txHash).length).toBeGreaterThanOrEqual(16)
    expect((await engine.load(session)).received).toMatchObject({ seenBase: total })
  })

  it('is noted with its transaction, block and sender', async () => {
    const session = await open()
    const txHash = await pay(session, full)
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({
      txHash,
      received: { seenBase: full, confirmedBase: 0n, confirmations: 1 },
    })
    const { blockHash, blockNumber, logs } = await engine.chain.node.getTransactionReceipt({
      hash: txHash,
    })
    expect(await engine.transfersOf(session)).toMatchObject([
      {
        txHash,
        blockHash,
        blockNumber,
        from: payer,
        amountBase: full,
        orphaned: false,
        logIndex: logs[0]?.logIndex ?? null,
      },
    ])
  })
})

describe('two sessions in one transaction', () => {
  it('are both paid, as by an exchange', async () => {
    const sessions = [await assets.USDC.open(), await assets.USDC.open()]
    const { multicall3 } = engine.chain.chain
    await engine.chain.send(tokenCall({ name: 'approve', args: [multicall3, full * 3n] }))
    const calls = sessions.map(({ address }, index) => {
      const args = [payer, hex(address), full * BigInt(index + 1)] as const
      const { to, data } = tokenCall({ name: 'transferFrom', args })
      return { target: to, callData: data, allowFailure: false }
    })
    const abi = multicall3Abi
    const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
    const txHash = await engine.chain.send({ to: multicall3, data })
    await engine.mine()
    for (const session of sessions) expect((await engine.scan(session))?.txHash).toBe(txHash)
    const [first, second] = sessions
    expect(first && (await engine.settle(first))).toBe('paid')
    expect(second && (await engine.settle(second))).toBe('overpaid')
  })
})
