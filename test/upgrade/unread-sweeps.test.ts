import { describe, expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { abandonRequestWrite } from '../../shared/money/sweeps/store/abandon-requests.ts'
import { sweepKeys } from '../../shared/money/sweeps/store/keys.ts'
import { unlistedRequestWrite } from '../../shared/money/sweeps/store/unlisted-sweeps.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { loadSweep } from '../../shared/payments/holdings/store/sweeps.ts'
import { payer } from '../chain-fixture.ts'
import { usdcLock } from '../scenarios/paying.ts'
import { gasAccount } from '../scenarios/sweeping.ts'
import { besideUnread, coin, usdc } from './beside-unread.ts'

const { engine, sweeping, ...money } = besideUnread()
const { paidInCoin, paidInUsdc, coinOf, usdcOf, set, sweepOf, runs, allIsSwept } = money

const sweepKey = ({ mode, id }: Sweep) => holdingKeys.sweep(mode, id)

describe('a sweep under way that can not be read', () => {
  it('keeps its address, and no other one', async () => {
    const first = await paidInCoin()
    await sweeping().run()
    const sweep = await sweepOf(first)
    await set(sweepKey(sweep), { status: 'parked' })
    const [second, third] = [await paidInCoin(), await paidInUsdc()]
    await engine().payUsdc(first, usdc)
    await sweeping().markDue({ ...first, lock: usdcLock(usdc) })
    await engine().mine(4)
    await runs(4, sweep.id)
    expect([await coinOf(second), await usdcOf(third)]).toEqual([0n, 0n])
    expect(await usdcOf(first)).toBe(usdc)
    await set(sweepKey(sweep), { status: sweep.status })
    await allIsSwept([first, second, third])
  })

  it('keeps the gas wallet from sending anything new, and takes further what it has signed', async () => {
    const first = await paidInUsdc()
    await sweeping().run()
    const signed = await sweepOf(first)
    const second = await paidInUsdc()
    await sweeping().run()
    const unread = await sweepOf(second)
    expect(unread.sender).toBe(gasAccount.address)
    await set(sweepKey(unread), { status: 'parked' })
    const [third, fourth] = [await paidInUsdc(), await paidInCoin()]
    const nonce = await gasNonce()
    await runs(4, unread.id)
    expect(await usdcOf(third)).toBe(usdc)
    expect(await coinOf(fourth)).toBe(0n)
    expect(await gasNonce()).toBe(nonce)
    expect(await loadSweep(engine().table, 'test', signed.id)).toMatchObject({ status: 'final' })
    await set(sweepKey(unread), { status: unread.status })
    await allIsSwept([first, second, third, fourth])
  })

  it('stops everything new on its chain if it does not show what it moves', async () => {
    const first = await paidInCoin()
    await sweeping().run()
    const sweep = await sweepOf(first)
    const second = await paidInCoin()
    await set(sweepKey(sweep), { status: 'parked', items: 'packed' })
    await runs(3, sweep.id)
    expect(await coinOf(second)).toBe(coin)
    const { status, items } = sweep
    await set(sweepKey(sweep), { status, items: storedItems(items) })
    await allIsSwept([first, second])
  })
})

it('a sweep that has ended and can not be read keeps its address, and no other one', async () => {
  const first = await paidInCoin()
  await sweeping().runToEnd()
  const sweep = await sweepOf(first)
  expect(sweep).toMatchObject({ status: 'final', recheckAt: expect.any(Date) })
  await set(sweepKey(sweep), { kind: 'parked' })
  await engine().pay(first, coin)
  await sweeping().markDue(first)
  const second = await paidInCoin()
  await engine().mineAfter(400)
  await runs(4, sweep.id)
  expect([await coinOf(first), await coinOf(second)]).toEqual([coin, 0n])
  await set(sweepKey(sweep), { kind: sweep.kind })
  await allIsSwept([first, second])
})

it('a reorged sweep that can not be read keeps its address, and another one is sent again', async () => {
  const sessions = [await paidInCoin(), await paidInCoin()]
  await sweeping().run()
  await engine().mine(5)
  await sweeping().run()
  await sweeping().run()
  const [first, second] = await Promise.all(sessions.map(sweepOf))
  if (!(first && second)) throw new Error('two are swept')
  expect([first.status, second.status]).toEqual(['final', 'final'])
  await set(sweepKey(second), { kind: 'parked' })
  await engine().reorg(5)
  await engine().mineAfter(70)
  await runs(5, second.id)
  const { mode } = first
  expect(await loadSweep(engine().table, mode, first.id)).toMatchObject({ status: 'final' })
  expect(await Promise.all(sessions.map(coinOf))).toEqual([0n, coin])
  await set(sweepKey(second), { kind: second.kind })
  await engine().mineAfter(4000)
  await sweeping().runToEnd()
  await allIsSwept(sessions)
})

it('a reorged sweep waits for a later one of its address that can not be read, before that is due as well', async () => {
  const session = await paidInCoin()
  const swept = async () => {
    await sweeping().run()
    await engine().mine(5)
    await sweeping().run()
    return sweepOf(session)
  }
  const first = await swept()
  await engine().pay(session, coin)
  await sweeping().markDue(session)
  await engine().mine(4)
  const second = await swept()
  expect([first, second]).toMatchObject([
    { nonce: 0, status: 'final' },
    { nonce: 1, status: 'final' },
  ])
  const dueSk = (at: Date | null) => `${at?.toISOString()}#${second.id}`
  const tomorrow = new Date(engine().clock().getTime() + 86_400_000)
  await set(sweepKey(second), { kind: 'parked', dueSk: dueSk(tomorrow) })
  const head = await engine().chain.node.getBlockNumber()
  await engine().reorg(Number(head - (first.mined?.blockNumber ?? 0n)) + 1)
  await engine().mineAfter(4000)
  await runs(3, second.id)
  const { mode, id } = first
  expect(await loadSweep(engine().table, mode, id)).toMatchObject({ status: 'reorged' })
  await set(sweepKey(second), { kind: second.kind, dueSk: dueSk(second.recheckAt) })
  await engine().pay(session, coin)
  await sweeping().runToEnd()
  await allIsSwept([session])
})

it('a nonce that can not be read keeps its address, and no other one', async () => {
  const first = await paidInCoin()
  await sweeping().runToEnd()
  await engine().pay(first, coin)
  await sweeping().markDue(first)
  const second = await paidInCoin()
  const { mode, address, lock } = first
  const key = sweepKeys.sender(mode, lock.chainId, address)
  await set(key, { nextNonce: 'parked' })
  await runs(4, address.toLowerCase())
  expect([await coinOf(first), await coinOf(second)]).toEqual([coin, 0n])
  await set(key, { nextNonce: 1 })
  await allIsSwept([first, second])
})

describe('an order that can not be read', () => {
  it('to end a sweep keeps nothing from being swept', async () => {
    const session = await paidInCoin()
    const key = sweepKeys.abandonRequest('test', 'sw_other')
    await transact(engine().table, [
      abandonRequestWrite('test', { sweepId: 'sw_other', note: 'it hangs' }, engine().clock()),
    ])
    await set(key, { note: 5 })
    // It is read while a sweep is under way.
    await runs(2, 'abandon#sw_other')
    expect(await coinOf(session)).toBe(0n)
    await set(key, { note: 'it hangs' })
    await allIsSwept([session])
  })

  it('to sweep an unlisted token keeps nothing else from being swept', async () => {
    const session = await paidInCoin()
    const { mode, address, derivationIndex } = session
    const money = { chainId: session.lock.chainId, sessionId: 'cs_other', tokenAddress: payer }
    await transact(engine().table, [
      unlistedRequestWrite({
        mode,
        ...money,
        address,
        derivationIndex,
        symbol: '?',
        decimals: 0,
        gasCapBase: 1n,
        requestedAt: engine().clock(),
      }),
    ])
    const key = sweepKeys.unlistedRequest(mode, money)
    await set(key, { requestedAt: 'parked' })
    await runs(3, 'cs_other')
    expect(await coinOf(session)).toBe(0n)
    await transact(engine().table, [{ Delete: { Key: key } }])
    await allIsSwept([session])
  })
})

async function gasNonce(): Promise<number> {
  return engine().chain.node.getTransactionCount({
    address: gasAccount.address,
    blockTag: 'pending',
  })
}

/** The stored form of the items. */
function storedItems(items: Sweep['items']) {
  return items.map((item) => ({
    ...item,
    amountBase: String(item.amountBase),
    movedBase: item.movedBase === null ? null : String(item.movedBase),
  }))
}
