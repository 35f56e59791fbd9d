import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockSeconds } from '../chain-fixture.ts'
import { startTill, type Till } from './till.ts'

const full = 1_000_000n
const blocksToDeadline = 300 / blockSeconds
const blocksToWindowsEnd = 900 / blockSeconds

let till: Till

beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

/** A session, and `full` for it in the block that is mined so many blocks after its creation. */
async function paidInBlock(block: number) {
  const session = await till.openSession()
  await till.mine(block - 1)
  await till.reconcile()
  await till.pay(session, full)
  await till.mine()
  return session
}

describe('money counts by its block', () => {
  it.each([
    ['in the second of the deadline', blocksToDeadline, 'paid'],
    ['one block after the deadline', blocksToDeadline + 1, 'paid_late'],
    ['in the second of the window’s end', blocksToWindowsEnd, 'paid_late'],
    ['one block after the window’s end', blocksToWindowsEnd + 1, 'expired'],
  ])('%s', async (_, block, status) => {
    const session = await paidInBlock(block)
    await till.reconcile()
    expect(await till.settle(session)).toBe(status)
    const isOnTime = status === 'paid'
    const isLate = status === 'paid_late'
    expect(await till.eventsOf(session)).toEqual([
      isOnTime ? 'session.detected' : 'session.expired',
      ...(isOnTime || isLate ? [`session.${status}`] : []),
    ])
  })

  it('however late it is noticed: after the deadline', async () => {
    const session = await till.openSession()
    await till.pay(session, full)
    await till.mine(blocksToDeadline + 10)
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'grace' })
    expect(await till.statusOf(session)).toBe('detected')
    expect(await till.settle(session)).toBe('paid')
  })

  it('however late it is noticed: after the window', async () => {
    const session = await till.openSession()
    await till.pay(session, full)
    await till.mine(blocksToWindowsEnd + 10)
    await till.reconcile()
    expect(await till.settle(session)).toBe('paid')
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('and not by our clock, where that runs ahead of the chain', async () => {
    const session = await till.openSession()
    await till.mine(blocksToDeadline - 5)
    till.passSeconds(3600)
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'open' })
    expect(await till.statusOf(session)).toBe('pending')
    await till.pay(session, full)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await till.settle(session)).toBe('paid')
  })
})

describe('an amount in parts', () => {
  it('completed after the deadline is paid late', async () => {
    const session = await till.openSession()
    await till.pay(session, full - 400_000n)
    await till.mine(2)
    await till.scan(session)
    expect(await till.settle(session)).toBe('underpaid')
    await till.mine(blocksToDeadline)
    await till.pay(session, 400_000n)
    await till.mine(4)
    await till.reconcile()
    expect(await till.statusOf(session)).toBe('paid_late')
    expect(await till.eventsOf(session)).toEqual([
      'session.detected',
      'session.underpaid',
      'session.paid_late',
    ])
  })

  it('completed after the window stays underpaid, and closes', async () => {
    const session = await till.openSession()
    await till.pay(session, full - 1n)
    await till.mine(2)
    await till.scan(session)
    await till.mine(blocksToWindowsEnd)
    await till.pay(session, 1n)
    await till.mine(4)
    await till.reconcile()
    await till.mine(4)
    await till.reconcile()
    expect(await till.look(session)).toMatchObject({
      status: 'underpaid',
      closedAt: expect.any(Date),
    })
  })

  it('late and too little stays expired, and closes at the end of the window', async () => {
    const session = await till.openSession()
    await till.mine(blocksToDeadline + 1)
    await till.reconcile()
    await till.pay(session, full - 1n)
    await till.mine(10)
    await till.reconcile()
    expect(await till.look(session)).toMatchObject({ status: 'expired', closedAt: null })
    await till.mine(blocksToWindowsEnd)
    expect(await till.watch(session, 'grace')).toMatchObject({ phase: 'closed' })
    expect(await till.eventsOf(session)).toEqual(['session.expired'])
  })
})

describe('a session that nobody pays', () => {
  it('expires by a block past the deadline, then waits for the end of the window', async () => {
    const session = await till.openSession()
    await till.mine(blocksToDeadline)
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'open' })
    expect(await till.statusOf(session)).toBe('pending')
    await till.mine()
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'grace' })
    expect(await till.statusOf(session)).toBe('expired')
    await till.mine(blocksToWindowsEnd)
    expect(await till.watch(session, 'grace')).toMatchObject({ phase: 'closed' })
  })
})
