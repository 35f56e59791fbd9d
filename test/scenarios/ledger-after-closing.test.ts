import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { keepStatesFrom } from './bad-nodes.ts'
import { type EngineHarness, engineHarness, hex } from './engine-harness.ts'
import { deployWallet, newPayer, walletCall } from './paying.ts'

const full = 1_000_000n

async function standingOf(engine: EngineHarness, session: CheckoutSession) {
  const transfers = await engine.transfersOf(session)
  return transfers.filter(({ orphaned }) => !orphaned).map(({ amountBase }) => amountBase)
}

/** Decided after one block, so that reorgs come after the end. */
async function paidInParts(engine: EngineHarness, ...parts: readonly bigint[]) {
  const other = await newPayer(engine)
  const session = await engine.openSession({ confirmationsRequired: 1 })
  const to = hex(session.address)
  const payers = await Promise.all(parts.map(() => newPayer(engine)))
  await engine.mine()
  const signed: `0x${string}`[] = []
  for (const [index, value] of parts.entries()) {
    const payer = payers[index]
    if (!payer) continue
    signed.push(await payer.sign({ to, value, nonce: 0 }))
    await payer.send(signed[index] ?? '0x')
    await engine.mine()
  }
  await engine.scan(session)
  engine.passSeconds(61)
  await engine.recheck(session)
  expect(await engine.statusOf(session)).toBe('paid')
  return { session: await engine.load(session), to, payers, signed, other }
}

it('money that a node can no longer search for still counts while its block is on the chain', async () => {
  const engine = await engineHarness()
  await engine.mine(20)
  const customer = await newPayer(engine)
  const wallet = await deployWallet(engine)
  const session = await engine.openSession()
  const to = hex(session.address)
  keepStatesFrom(engine, 0n, { traces: false })
  const payEach = { name: 'payEach', args: [[to], full / 2n] } as const
  await engine.chain.send(walletCall(wallet, payEach, full / 2n))
  await engine.mine()
  await customer.send(await customer.sign({ to, value: full / 4n, nonce: 0 }))
  await engine.mine()
  await engine.scan(session)
  const replacing = await customer.sign({ to, value: full / 2n, nonce: 0 })
  await engine.reorg(1, [[replacing, 0]])
  expect(await engine.settle(session)).toBe('paid')
  await engine.mine(100)
  keepStatesFrom(engine, (await engine.chain.node.getBlockNumber()) - 5n, { traces: false })
  await engine.recheckClosed(await engine.load(session))
  expect(await standingOf(engine, session)).toEqual(expect.arrayContaining([full / 2n, full / 2n]))
  expect(engine.alerts).toEqual([])
  expect(await engine.unmatched()).toEqual([])
})

it('a larger replacement of one part keeps its record over repeated scans', async () => {
  const engine = await engineHarness()
  const { session, to, payers, signed } = await paidInParts(engine, 600_000n, 400_000n)
  const larger = (await payers[0]?.sign({ to, value: full, nonce: 0 })) ?? '0x'
  await engine.reorg(2, [
    [larger, 0],
    [signed[1] ?? '', 1],
  ])
  await engine.recheckClosed(session)
  const first = { standing: await standingOf(engine, session), unmatched: await engine.unmatched() }
  await engine.mine()
  await engine.recheckClosed(session)
  expect({
    standing: await standingOf(engine, session),
    unmatched: await engine.unmatched(),
  }).toEqual(first)
})

it('a further deposit that replaced a reorged payment is unmatched again once the payment is back', async () => {
  const engine = await engineHarness()
  const { session, to, payers, signed, other } = await paidInParts(engine, full)
  const [payer] = payers
  const top = await other.sign({ to, value: full / 2n, nonce: 0 })
  await other.send(top)
  await engine.mine()
  await engine.recheckClosed(session)
  expect(await engine.unmatched()).toMatchObject([{ amountBase: full / 2n }])
  await engine.reorg(2, [[top, 0]])
  await engine.recheckClosed(session)
  expect(await standingOf(engine, session)).toEqual([full / 2n])
  await payer?.send(signed[0] ?? '0x')
  await engine.mine()
  for (let round = 0; round < 3; round++) {
    await engine.recheckClosed(session)
    await engine.mine()
    expect(await standingOf(engine, session)).toEqual([full])
    expect(await engine.unmatched()).toMatchObject([{ amountBase: full / 2n }])
  }
})

it('the operator is alerted to a corrected ledger even if the process dies', async () => {
  const engine = await engineHarness()
  const { session, signed } = await paidInParts(engine, full)
  await engine.reorg(1)
  let dies = true
  engine.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (commandName !== 'TransactWriteItemsCommand' || !dies) return result
        dies = false
        throw new Error('the process dies')
      },
    { step: 'finalizeRequest', name: 'crash' },
  )
  await engine.recheckClosed(session).catch(() => undefined)
  await engine.recheckClosed(session)
  expect(await engine.transfersOf(session)).toMatchObject([
    { orphaned: true, txHash: keccak256(hex(signed[0] ?? '')) },
  ])
  expect(engine.alerts).toContainEqual(expect.stringContaining('holds 0 base units'))
})

it('a payment moved by a reorg to a block after the window is not also a deposit', async () => {
  const engine = await engineHarness()
  const payer = await newPayer(engine)
  await engine.mine()
  const session = await engine.openSession({ confirmationsRequired: 1 })
  const payment = await payer.sign({ to: hex(session.address), value: full, nonce: 0 })
  await engine.mine(88)
  await payer.send(payment)
  await engine.mine(2)
  await engine.scan(session)
  engine.passSeconds(61)
  await engine.recheck(session)
  await engine.recheck(session)
  expect(await engine.statusOf(session)).toBe('paid_late')
  await engine.mine(1)
  await engine.reorg(3, [[payment, 2]])
  for (let round = 0; round < 2; round++) {
    await engine.mine()
    await engine.recheckClosed(await engine.load(session))
    expect(await standingOf(engine, session)).toEqual([full])
    expect(await engine.unmatched()).toEqual([])
    expect(engine.alerts).toEqual([])
  }
})
