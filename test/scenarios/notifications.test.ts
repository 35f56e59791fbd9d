import { describe, expect, it } from 'vitest'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

describe('a notification', () => {
  it('that arrives before its block changes nothing', async () => {
    const session = await engine.openSession()
    const txHash = await engine.pay(session, full)
    expect((await engine.scan(session, [txHash]))?.status).toBe('pending')
    await engine.mine()
    expect(await engine.scan(session, [txHash])).toMatchObject({ status: 'detected', txHash })
  })

  it('of an unknown or unrelated transaction changes nothing', async () => {
    const [session, other] = [await engine.openSession(), await engine.openSession()]
    const txHash = await engine.pay(other, full)
    await engine.mine()
    const lies = [txHash, `0x${'ab'.repeat(32)}`, 'no hash']
    expect((await engine.scan(session, lies))?.status).toBe('pending')
    await engine.pay(session, full)
    await engine.mine()
    expect(await engine.scan(session, lies)).toMatchObject({ status: 'detected' })
    expect(await engine.transfersOf(session)).toHaveLength(1)
  })

  it('that arrives a hundred times, in any order, causes one event per payment', async () => {
    const session = await engine.openSession()
    const txHashes = [await engine.pay(session, full / 2n), await engine.pay(session, full / 2n)]
    await engine.mine(8)
    const looks = Array.from({ length: 100 }, (_, index) => txHashes.slice(index % 3))
    for (let start = 0; start < looks.length; start += 25) {
      await Promise.all(looks.slice(start, start + 25).map((hints) => engine.scan(session, hints)))
    }
    expect(await engine.eventsOf(session)).toEqual(['session.detected'])
    expect(engine.started.filter((id) => id === session.id)).toHaveLength(1)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.transfersOf(session)).toHaveLength(2)
  })

  it('of a transaction that is replaced before it is mined leads to its replacement', async () => {
    const session = await engine.openSession()
    const customer = await newPayer(engine)
    const payment = { to: hex(session.address), value: full, nonce: 0 }
    const first = await customer.send(await customer.sign(payment))
    expect((await engine.scan(session, [first]))?.status).toBe('pending')
    const raised = await customer.sign({ ...payment, gasPrice: 40_000_000_000n })
    const replacement = await customer.send(raised)
    await engine.mine()
    expect(await engine.scan(session, [first])).toMatchObject({
      status: 'detected',
      txHash: replacement,
    })
    expect(await engine.settle(session)).toBe('paid')
  })
})
