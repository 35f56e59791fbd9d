import { describe, expect, it } from 'vitest'
import { blockSeconds } from '../chain-fixture.ts'
import type { EngineHarness } from './engine-harness.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n
const blocksToDeadline = 300 / blockSeconds
const blocksToWindowsEnd = 900 / blockSeconds

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

/** A session, paid `full` this many blocks after its creation. */
async function paidInBlock(block: number) {
  const session = await engine.openSession()
  await engine.mine(block - 1)
  await engine.reconcile()
  await engine.pay(session, full)
  await engine.mine()
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
    await engine.reconcile()
    expect(await engine.settle(session)).toBe(status)
    const isOnTime = status === 'paid'
    const isLate = status === 'paid_late'
    expect(await engine.eventsOf(session)).toEqual([
      isOnTime ? 'session.detected' : 'session.expired',
      ...(isOnTime || isLate ? [`session.${status}`] : []),
    ])
  })

  it('however late it is detected: after the window', async () => {
    const session = await engine.openSession()
    await engine.pay(session, full)
    await engine.mine(blocksToWindowsEnd + 10)
    await engine.reconcile()
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('and not by our clock, if that is ahead of the chain’s', async () => {
    const session = await engine.openSession()
    await engine.mine(blocksToDeadline - 5)
    engine.passSeconds(3600)
    expect(await engine.watch(session)).toMatchObject({ phase: 'open' })
    expect(await engine.statusOf(session)).toBe('pending')
    await engine.pay(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('paid')
  })
})

describe('a session that nobody pays', () => {
  it('expires with a block past the deadline, then waits for the end of the window', async () => {
    const session = await engine.openSession()
    await engine.mine(blocksToDeadline)
    expect(await engine.watch(session)).toMatchObject({ phase: 'open' })
    expect(await engine.statusOf(session)).toBe('pending')
    // One past it, and two that confirm it.
    await engine.mine(3)
    expect(await engine.watch(session)).toMatchObject({ phase: 'grace' })
    expect(await engine.statusOf(session)).toBe('expired')
    await engine.mine(blocksToWindowsEnd)
    expect(await engine.watch(session)).toMatchObject({ phase: 'closed' })
  })
})
