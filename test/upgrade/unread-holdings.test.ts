import { describe, expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { upsert } from '../../shared/kernel/store/writes.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { loadHoldings } from '../../shared/payments/holdings/store/holdings.ts'
import { coinLock, tokenLock } from '../scenarios/paying.ts'
import { deployTether, ledgerProblems } from '../scenarios/sweeping.ts'
import { besideUnread, coin, holdingKey, usdc } from './beside-unread.ts'

const { engine, sweeping, sweepWith, ...money } = besideUnread()
const { paidInCoin, paidInUsdc, coinOf, usdcOf, set, sweepOf, runs, allIsSwept } = money

describe('a holding that can not be read', () => {
  it('keeps no other address from being swept', async () => {
    const [first, second, third] = [await paidInCoin(), await paidInCoin(), await paidInUsdc()]
    await set(holdingKey(second), { waiting: { reason: 'parked', since: '', details: null } })
    await runs(4, second.id)
    expect([await coinOf(first), await usdcOf(third)]).toEqual([0n, 0n])
    expect(await coinOf(second)).toBe(coin)
    await set(holdingKey(second), { waiting: null })
    await allIsSwept([first, second, third])
  })

  it('keeps the coin of its address, which may be paying for it', async () => {
    const session = await paidInUsdc()
    await sweeping().markDue({ ...session, lock: coinLock(coin) })
    await engine().pay(session, coin)
    await engine().mine(4)
    await set(holdingKey(session), { waiting: { reason: 'parked', since: '', details: null } })
    await runs(2, session.id)
    expect([await coinOf(session), await usdcOf(session)]).toEqual([coin, usdc])
    await set(holdingKey(session), { waiting: null })
    await allIsSwept([session])
  })

  it('keeps no other item of its batch from being settled', async () => {
    const [first, second] = [await paidInUsdc(), await paidInUsdc()]
    await sweeping().run()
    await set(holdingKey(first), { waiting: { reason: 'parked', since: '', details: null } })
    await engine().mine(4)
    await runs(3, first.id)
    expect(await sweepOf(second)).toMatchObject({ status: 'mined' })
    const settled = await loadHoldings(engine().table, { mode: 'test', sessionId: second.id })
    expect(settled).toMatchObject([{ sweepId: null, sweptBase: usdc, balanceBase: 0n }])
    await set(holdingKey(first), { waiting: null })
    await allIsSwept([first, second])
  })
})

it('a holding beside a token keeps its address from being swept, and no other one', async () => {
  const tether = await deployTether(engine())
  sweepWith({ tokens: [tether.token] })
  const { address: token } = tether.token
  const sessions: CheckoutSession[] = []
  for (let n = 0; n < 3; n++) {
    const terms = { symbol: 'USDT', decimals: 6, amountBase: usdc }
    const session = await sweeping().openPaid(tokenLock(token, terms))
    await tether.mint(session.address, usdc)
    sessions.push(session)
  }
  await engine().mine(4)
  const [first, second, third] = sessions
  if (!(first && second && third)) throw new Error('three were opened')
  const beside = holdingKey({ ...second, lock: coinLock(coin) })
  await transact(engine().table, [upsert({ ...beside, version: 'parked' })])
  await runs(4, second.id)
  const left = sessions.map(({ address }) => sweeping().balance(address, token))
  expect(await Promise.all(left)).toEqual([0n, usdc, 0n])
  await transact(engine().table, [{ Delete: { Key: beside } }])
  await sweeping().runToEnd()
  expect(await sweeping().balance(second.address, token)).toBe(0n)
  expect(await ledgerProblems(sweeping())).toEqual([])
})

it('keeps every address of a reorged sweep that needs it, since what came back there is not taken back', async () => {
  const sessions = [await paidInUsdc(), await paidInUsdc()]
  await sweeping().run()
  await engine().mine(5)
  await sweeping().run()
  const [first, second] = await Promise.all(sessions.map(sweepOf))
  expect(first).toMatchObject({ id: second?.id, status: 'final', items: [{}, {}] })
  const [unread, other] =
    first?.items[0]?.sessionId === sessions[0]?.id ? sessions : sessions.toReversed()
  if (!(first && unread && other)) throw new Error('both are swept')
  await engine().reorg(5)
  await engine().mineAfter(70)
  await sweeping().run()
  expect(await sweepOf(other)).toMatchObject({ id: first.id, status: 'reorged' })
  await set(holdingKey(unread), { symbol: 5 })
  await engine().payUsdc(other, usdc)
  await sweeping().markDue(other)
  await engine().mineAfter(400)
  await runs(2, unread.id)
  expect(await sweepOf(other)).toMatchObject({ id: first.id, status: 'reorged' })
  await set(holdingKey(unread), { symbol: 'USDC' })
  await allIsSwept(sessions)
})
