import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPayer } from './paying.ts'
import { hex, startTill, type Till } from './till.ts'

const full = 1_000_000n

let till: Till

beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

describe('a notification', () => {
  it('that comes before its block changes nothing', async () => {
    const session = await till.openSession()
    const txHash = await till.pay(session, full)
    expect((await till.scan(session, [txHash]))?.status).toBe('pending')
    await till.mine()
    expect(await till.scan(session, [txHash])).toMatchObject({ status: 'detected', txHash })
  })

  it('of a transaction that does not exist, or is somebody else’s, changes nothing', async () => {
    const [session, other] = [await till.openSession(), await till.openSession()]
    const txHash = await till.pay(other, full)
    await till.mine()
    const lies = [txHash, `0x${'ab'.repeat(32)}`, 'no hash']
    expect((await till.scan(session, lies))?.status).toBe('pending')
    await till.pay(session, full)
    await till.mine()
    expect(await till.scan(session, lies)).toMatchObject({ status: 'detected' })
    expect(await till.transfersOf(session)).toHaveLength(1)
  })

  it('that comes a hundred times, in any order, makes one event of each payment', async () => {
    const session = await till.openSession()
    const txHashes = [await till.pay(session, full / 2n), await till.pay(session, full / 2n)]
    await till.mine(8)
    const looks = Array.from({ length: 100 }, (_, index) => txHashes.slice(index % 3))
    for (let start = 0; start < looks.length; start += 25) {
      await Promise.all(looks.slice(start, start + 25).map((hints) => till.scan(session, hints)))
    }
    expect(await till.eventsOf(session)).toEqual(['session.detected'])
    expect(till.started.filter((id) => id === session.id)).toHaveLength(1)
    expect(await till.settle(session)).toBe('paid')
    expect(await till.transfersOf(session)).toHaveLength(2)
  })

  it('of a transaction that is replaced before it is mined leads to the one that is', async () => {
    const session = await till.openSession()
    const customer = await newPayer(till)
    const payment = { to: hex(session.address), value: full, nonce: 0 }
    const first = await customer.send(await customer.sign(payment))
    expect((await till.scan(session, [first]))?.status).toBe('pending')
    const raised = await customer.sign({ ...payment, gasPrice: 40_000_000_000n })
    const replacement = await customer.send(raised)
    await till.mine()
    expect(await till.scan(session, [first])).toMatchObject({
      status: 'detected',
      txHash: replacement,
    })
    expect(await till.settle(session)).toBe('paid')
  })

  it('that is replayed when all is over changes nothing', async () => {
    const session = await till.openSession()
    const txHash = await till.pay(session, full)
    await till.mine()
    await till.scan(session, [txHash])
    expect(await till.settle(session)).toBe('paid')
    const over = await till.look(session)
    for (let time = 0; time < 10; time++) await till.scan(session, [txHash])
    expect(await till.look(session)).toEqual(over)
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })
})
