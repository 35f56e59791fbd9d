import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { keepStatesFrom } from './bad-nodes.ts'
import { deployWallet, newPayer, walletCall } from './paying.ts'
import { hex, openTill, type Till } from './till.ts'

const full = 1_000_000n

async function standingOf(till: Till, session: CheckoutSession) {
  const transfers = await till.transfersOf(session)
  return transfers.filter(({ orphaned }) => !orphaned).map(({ amountBase }) => amountBase)
}

/** Judged as soon as it is in a block, so that blocks are exchanged after the end. */
async function paidInParts(till: Till, ...parts: readonly bigint[]) {
  const other = await newPayer(till)
  const session = await till.openSession({ confirmationsRequired: 1 })
  const to = hex(session.address)
  const payers = await Promise.all(parts.map(() => newPayer(till)))
  await till.mine()
  const signed: `0x${string}`[] = []
  for (const [index, value] of parts.entries()) {
    const payer = payers[index]
    if (!payer) continue
    signed.push(await payer.sign({ to, value, nonce: 0 }))
    await payer.send(signed[index] ?? '0x')
    await till.mine()
  }
  await till.scan(session)
  till.passSeconds(61)
  await till.recheck(session)
  expect(await till.statusOf(session)).toBe('paid')
  return { session: await till.look(session), to, payers, signed, other }
}

it('money that a node can’t search for any more still stands where its block does', async () => {
  const till = await openTill()
  await till.mine(20)
  const customer = await newPayer(till)
  const wallet = await deployWallet(till)
  const session = await till.openSession()
  const to = hex(session.address)
  keepStatesFrom(till, 0n, { traces: false })
  const payEach = { name: 'payEach', args: [[to], full / 2n] } as const
  await till.chain.send(walletCall(wallet, payEach, full / 2n))
  await till.mine()
  await customer.send(await customer.sign({ to, value: full / 4n, nonce: 0 }))
  await till.mine()
  await till.scan(session)
  const replacing = await customer.sign({ to, value: full / 2n, nonce: 0 })
  await till.reorganise(1, [[replacing, 0]])
  expect(await till.settle(session)).toBe('paid')
  await till.mine(100)
  keepStatesFrom(till, (await till.chain.node.getBlockNumber()) - 5n, { traces: false })
  await till.lookAgain(await till.look(session))
  expect(await standingOf(till, session)).toEqual(expect.arrayContaining([full / 2n, full / 2n]))
  expect(till.alerts).toEqual([])
  expect(await till.unmatched()).toEqual([])
})

it('a larger replacement of one part stays what was noted of it, look after look', async () => {
  const till = await openTill()
  const { session, to, payers, signed } = await paidInParts(till, 600_000n, 400_000n)
  const larger = (await payers[0]?.sign({ to, value: full, nonce: 0 })) ?? '0x'
  await till.reorganise(2, [
    [larger, 0],
    [signed[1] ?? '', 1],
  ])
  await till.lookAgain(session)
  const first = { standing: await standingOf(till, session), unmatched: await till.unmatched() }
  await till.mine()
  await till.lookAgain(session)
  expect({ standing: await standingOf(till, session), unmatched: await till.unmatched() }).toEqual(
    first,
  )
})

it('money on top that stood in for a payment is on top again once that is back', async () => {
  const till = await openTill()
  const { session, to, payers, signed, other } = await paidInParts(till, full)
  const [payer] = payers
  const top = await other.sign({ to, value: full / 2n, nonce: 0 })
  await other.send(top)
  await till.mine()
  await till.lookAgain(session)
  expect(await till.unmatched()).toMatchObject([{ amountBase: full / 2n }])
  await till.reorganise(2, [[top, 0]])
  await till.lookAgain(session)
  expect(await standingOf(till, session)).toEqual([full / 2n])
  await payer?.send(signed[0] ?? '0x')
  await till.mine()
  for (let look = 0; look < 3; look++) {
    await till.lookAgain(session)
    await till.mine()
    expect(await standingOf(till, session)).toEqual([full])
    expect(await till.unmatched()).toMatchObject([{ amountBase: full / 2n }])
  }
})

it('the operator is told of a corrected ledger though the process dies over it', async () => {
  const till = await openTill()
  const { session, signed } = await paidInParts(till, full)
  await till.reorganise(1)
  let dies = true
  till.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (commandName !== 'TransactWriteItemsCommand' || !dies) return result
        dies = false
        throw new Error('the process dies')
      },
    { step: 'finalizeRequest', name: 'crash' },
  )
  await till.lookAgain(session).catch(() => undefined)
  await till.lookAgain(session)
  expect(await till.transfersOf(session)).toMatchObject([
    { orphaned: true, txHash: keccak256(hex(signed[0] ?? '')) },
  ])
  expect(till.alerts).toContainEqual(expect.stringContaining('holds 0 base units'))
})

it('a payment whose block was exchanged for one after the window is no deposit as well', async () => {
  const till = await openTill()
  const payer = await newPayer(till)
  await till.mine()
  const session = await till.openSession({ confirmationsRequired: 1 })
  const payment = await payer.sign({ to: hex(session.address), value: full, nonce: 0 })
  await till.mine(88)
  await payer.send(payment)
  await till.mine(2)
  await till.scan(session)
  till.passSeconds(61)
  await till.recheck(session)
  await till.recheck(session)
  expect(await till.statusOf(session)).toBe('paid_late')
  await till.mine(1)
  await till.reorganise(3, [[payment, 2]])
  for (let look = 0; look < 2; look++) {
    await till.mine()
    await till.lookAgain(await till.look(session))
    expect(await standingOf(till, session)).toEqual([full])
    expect(await till.unmatched()).toEqual([])
    expect(till.alerts).toEqual([])
  }
})
