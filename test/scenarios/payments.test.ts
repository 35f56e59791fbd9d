import { describe, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { CheckoutSession } from '../../shared/domain/checkout-session.ts'
import { loadTransfers } from '../../shared/store/transfers.ts'
import { openTill, type Till } from './till.ts'

const full = 1_000_000n
type Address = `0x${string}`

const payNative = ({ chain }: Till, { address }: CheckoutSession, value: bigint) =>
  chain.send({ to: address as Address, value })

/** Until the amount is judged: a re-check a minute, a block every ten seconds. */
async function settle(till: Till, session: CheckoutSession): Promise<string | undefined> {
  for (let round = 0; round < 5; round++) {
    await till.mine(7)
    if ((await till.recheck(session)).decided) break
  }
  return till.statusOf(session)
}

const usdc = {
  chainId: 31337,
  asset: 'USDC',
  tokenAddress: localAddresses.testUsdc,
  decimals: 6,
  amountBase: full,
  unitPriceUsd: '1',
}

describe('native coin', () => {
  it.each([
    ['exact', [full], 'paid'],
    ['in three parts', [400_000n, 350_000n, 250_000n], 'paid'],
    ['one wei short', [full - 1n], 'underpaid'],
    ['one wei over', [full + 1n], 'overpaid'],
    ['double', [full, full], 'overpaid'],
  ])('%s', async (_, parts, status) => {
    const till = await openTill()
    const session = await till.openSession()
    for (const part of parts) await payNative(till, session, part)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
    expect(till.started).toEqual([session.id])
    expect(await settle(till, session)).toBe(status)
    expect(await till.eventsOf(session)).toEqual(['session.detected', `session.${status}`])
  })

  it('is noted with its transaction, block and sender', async () => {
    const till = await openTill()
    const session = await till.openSession()
    const txHash = await payNative(till, session, full)
    await till.mine()
    expect((await till.scan(session))?.txHash).toBe(txHash)
    const transfers = await loadTransfers(till.table, { mode: 'test', sessionId: session.id })
    expect(transfers).toMatchObject([{ txHash, amountBase: full, orphaned: false, logIndex: null }])
  })
})

describe('USDC', () => {
  it('is detected, confirmed and paid; the coin is not mistaken for it', async () => {
    const till = await openTill()
    const session = await till.openSession({ lock: { ...usdc, expiresAt: new Date(0) } })
    await till.chain.mintUsdc('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', full)
    await payNative(till, session, full)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('pending')
    await till.chain.payUsdc(session.address as Address, full)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await settle(till, session)).toBe('paid')
  })
})

describe('time', () => {
  it('expires a session only by a block past the deadline, then waits for the end of the window', async () => {
    const till = await openTill()
    const session = await till.openSession()
    till.setClock(new Date(session.expiresAt.getTime() + 60_000))
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'open' })
    expect(await till.statusOf(session)).toBe('pending')
    await till.mine(31)
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'grace' })
    expect(await till.statusOf(session)).toBe('expired')
    await till.mine(61)
    expect(await till.watch(session, 'grace')).toMatchObject({ phase: 'closed' })
  })

  it('counts money by its block, however late it is noticed', async () => {
    const till = await openTill()
    const session = await till.openSession()
    await payNative(till, session, full)
    await till.mine(100)
    await till.reconcile()
    expect(await settle(till, session)).toBe('paid')
  })

  it('is paid late inside the window, and not after it', async () => {
    const till = await openTill()
    const [late, tooLate] = [await till.openSession(), await till.openSession()]
    await till.mine(31)
    await till.reconcile()
    await payNative(till, late, full)
    await till.mine()
    await till.scan(late)
    expect(await settle(till, late)).toBe('paid_late')
    await till.mine(60)
    await payNative(till, tooLate, full)
    await till.mine(10)
    await till.reconcile()
    expect(await till.statusOf(tooLate)).toBe('expired')
    expect(await till.eventsOf(tooLate)).toEqual(['session.expired'])
  })
})

describe('the node', () => {
  it('out of reach expires nothing; back again, the payment is found', async () => {
    const till = await openTill()
    const session = await till.openSession()
    await payNative(till, session, full)
    await till.mine(50)
    till.chain.proxy.intercept(() => ({ error: { code: -32000, message: 'node is down' } }))
    await expect(till.watch(session, 'open')).rejects.toThrow()
    expect((await till.reconcile()).failures).toHaveLength(1)
    expect(await till.statusOf(session)).toBe('pending')
    till.chain.proxy.intercept(undefined)
    await till.reconcile()
    expect(await settle(till, session)).toBe('paid')
  })

  it('reorganised before the judgement takes the money away, and a second payment counts alone', async () => {
    const till = await openTill()
    const session = await till.openSession()
    await payNative(till, session, full)
    await till.mine()
    await till.scan(session)
    await till.reorganise(1)
    await till.mine()
    expect(await till.scan(session)).toMatchObject({
      status: 'detected',
      received: { seenBase: 0n },
    })
    await payNative(till, session, full)
    await till.mine()
    expect(await settle(till, session)).toBe('paid')
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })
})

describe('looking twice', () => {
  it('at the same time makes one event of one payment', async () => {
    const till = await openTill()
    const session = await till.openSession()
    await payNative(till, session, full)
    await till.mine(8)
    await Promise.all(Array.from({ length: 20 }, () => till.scan(session)))
    expect(await till.eventsOf(session)).toEqual(['session.detected'])
    expect(till.started).toEqual([session.id])
  })
})
