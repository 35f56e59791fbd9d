import { encodeFunctionData, multicall3Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { tokenCall, usdcLock } from './paying.ts'
import { hex, startTill, type Till } from './till.ts'

const full = 1_000_000n

let till: Till

beforeAll(async () => {
  till = await startTill()
  await till.chain.mintUsdc(payer, full * 1000n)
  await till.mine()
})
afterAll(() => till.stop())

const assets = {
  ETH: {
    // To trace a block, the node runs all transactions before each anew.
    dustTransfers: 40,
    open: () => till.openSession(),
    pay: (session: CheckoutSession, value: bigint) => till.pay(session, value),
  },
  USDC: {
    dustTransfers: 120,
    open: () => till.openSession({ lock: usdcLock(full) }),
    pay: (session: CheckoutSession, value: bigint) => till.payUsdc(session, value),
  },
}

describe.each(['ETH', 'USDC'] as const)('%s', (symbol) => {
  const { dustTransfers, open, pay } = assets[symbol]

  it.each([
    ['exact', [full], 'paid'],
    ['in three parts', [400_000n, 350_000n, 250_000n], 'paid'],
    ['one unit short', [full - 1n], 'underpaid'],
    ['one unit over', [full + 1n], 'overpaid'],
    ['double', [full, full], 'overpaid'],
  ])('%s', async (_, parts, status) => {
    const session = await open()
    for (const [index, part] of parts.entries()) {
      await pay(session, part)
      if (index === 1) await till.mine()
    }
    await till.mine(2)
    expect((await till.scan(session))?.status).toBe('detected')
    expect(till.started.filter((id) => id === session.id)).toHaveLength(1)
    expect(await till.settle(session)).toBe(status)
    expect(await till.eventsOf(session)).toEqual(['session.detected', `session.${status}`])
    const transfers = await till.transfersOf(session)
    const total = parts.reduce((sum, part) => sum + part)
    expect(transfers).toHaveLength(parts.length)
    expect(transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n)).toBe(total)
    expect((await till.look(session)).received).toMatchObject({
      seenBase: total,
      confirmedBase: total,
      confirmations: 3,
    })
  })

  it(`by ${dustTransfers} transfers of dust counts all of it, though not each is searched for`, async () => {
    const session = await open()
    const dust = (full - 1n) / BigInt(dustTransfers)
    const total = BigInt(dustTransfers) * dust
    for (let index = 0; index < dustTransfers; index++) await pay(session, dust)
    await till.mine(2)
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await till.settle(session)).toBe('underpaid')
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.underpaid'])
    const transfers = await till.transfersOf(session)
    expect(transfers.reduce((sum, { amountBase }) => sum + amountBase, 0n)).toBe(total)
    expect(transfers.filter(({ txHash }) => txHash).length).toBeGreaterThanOrEqual(16)
    expect((await till.look(session)).received).toMatchObject({ seenBase: total })
  })

  it('is noted with its transaction, block and sender', async () => {
    const session = await open()
    const txHash = await pay(session, full)
    await till.mine()
    expect(await till.scan(session)).toMatchObject({
      txHash,
      received: { seenBase: full, confirmedBase: 0n, confirmations: 1 },
    })
    const { blockHash, blockNumber, logs } = await till.chain.node.getTransactionReceipt({
      hash: txHash,
    })
    expect(await till.transfersOf(session)).toMatchObject([
      {
        ...{ txHash, blockHash, blockNumber, from: payer, amountBase: full, orphaned: false },
        logIndex: logs[0]?.logIndex ?? null,
      },
    ])
  })

  it('topped up within the window after it fell short', async () => {
    const session = await open()
    await pay(session, full - 1n)
    expect(await till.settle(session)).toBe('underpaid')
    await pay(session, 1n)
    await till.mine(3)
    await till.reconcile()
    expect(await till.statusOf(session)).toBe('paid')
    expect(await till.eventsOf(session)).toEqual([
      'session.detected',
      'session.underpaid',
      'session.paid',
    ])
  })
})

describe('two sessions in one transaction', () => {
  it('are each paid their part, as from an exchange', async () => {
    const sessions = [await assets.USDC.open(), await assets.USDC.open()]
    const { multicall3 } = till.chain.chain
    await till.chain.send(tokenCall({ name: 'approve', args: [multicall3, full * 3n] }))
    const calls = sessions.map(({ address }, index) => {
      const args = [payer, hex(address), full * BigInt(index + 1)] as const
      const { to, data } = tokenCall({ name: 'transferFrom', args })
      return { target: to, callData: data, allowFailure: false }
    })
    const abi = multicall3Abi
    const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
    const txHash = await till.chain.send({ to: multicall3, data })
    await till.mine()
    for (const session of sessions) expect((await till.scan(session))?.txHash).toBe(txHash)
    const [first, second] = sessions
    expect(first && (await till.settle(first))).toBe('paid')
    expect(second && (await till.settle(second))).toBe('overpaid')
  })
})
