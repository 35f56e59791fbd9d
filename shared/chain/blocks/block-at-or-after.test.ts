import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { blockAtOrAfter } from './block-at-or-after.ts'
import { canonicalBlockHash } from './canonical-block-hash.ts'

let test: TestChain

beforeAll(async () => {
  test = await startTestChain()
  await test.mine(70)
})
afterAll(() => test.stop())

it('finds the first block at or after a time, whichever it is', async () => {
  const head = await test.node.getBlockNumber()
  const numbers = Array.from({ length: Number(head) + 1 }, (_, index) => BigInt(index))
  const times = await Promise.all(
    numbers.map(async (blockNumber) => (await test.node.getBlock({ blockNumber })).timestamp),
  )
  for (let seconds = (times[0] ?? 0n) - 15n; seconds <= (times.at(-1) ?? 0n) + 10n; seconds += 5n) {
    const expected = times.findIndex((time) => time >= seconds)
    const found = await blockAtOrAfter(test.client, new Date(Number(seconds) * 1000), head)
    expect(found).toBe(expected === -1 ? head + 1n : BigInt(expected))
  }
})

it('counts a fraction of a second as after the block', async () => {
  const head = await test.node.getBlock()
  const time = new Date(Number(head.timestamp) * 1000 + 1)
  expect(await blockAtOrAfter(test.client, time, head.number)).toBe(head.number + 1n)
})

it('treats blocks that the node no longer has as older', async () => {
  const head = await test.node.getBlockNumber()
  const kept = head - 20n
  const message = `BlockOutOfRangeError: block height is ${head}`
  test.proxy.intercept(({ method, params }) => {
    const [block] = Array.isArray(params) ? params.map(String) : []
    const isForgotten = method === 'eth_getBlockByNumber' && BigInt(block ?? head) < kept
    return isForgotten ? { error: { code: -32602, message } } : undefined
  })
  onTestFinished(() => test.proxy.intercept(undefined))
  expect(await blockAtOrAfter(test.client, new Date(0), head)).toBe(kept)
})

it('gives the canonical hash of a block, or none beyond the head', async () => {
  const head = await test.node.getBlock()
  expect(await canonicalBlockHash(test.client, head.number)).toBe(head.hash)
  expect(await canonicalBlockHash(test.client, head.number + 1n)).toBeUndefined()
})
