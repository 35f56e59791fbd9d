import {
  concat,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deployer } from '../../../infra/local/chains/local-accounts.ts'
import { startCannedServer } from '../../../test/canned-server.ts'
import { blockSeconds, startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { startNodeProxy } from '../../../test/node-proxy.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import type { Chain, HexAddress } from '../../chain/chain.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { localAddresses } from '../../chain/local-addresses.ts'
import { feedSource } from './feed-source.ts'

let test: TestChain
let now: Date

beforeAll(async () => {
  test = await startTestChain()
})
beforeEach(() => {
  now = new Date('2026-01-01T12:00:00Z')
})
afterAll(() => test.stop())

async function post(feed: HexAddress, answer: bigint): Promise<Date> {
  const abi = parseAbi(['function post(int256 answer)'])
  await test.node.sendTransaction({
    account: deployer,
    chain: null,
    to: feed,
    data: encodeFunctionData({ abi, args: [answer] }),
    gas: 200_000n,
  })
  await test.mine()
  const { timestamp } = await test.node.getBlock()
  return new Date(Number(timestamp) * 1000)
}

const source = () => feedSource(test.client, () => now)

describe('the feeds of a chain', () => {
  it('name what they price', () => {
    expect(source().pairs).toEqual(['ETH/USD', 'USDC/USD', 'EUR/USD'])
    expect(source().currencies).toEqual(['EUR'])
  })

  it('are read in one call, as decimals with the time of their round', async () => {
    const ethAt = await post(localAddresses.ethUsdFeed, 244_809_000_000n)
    const euroAt = await post(localAddresses.eurUsdFeed, 108_500_001n)
    test.proxy.requests.length = 0
    const readings = await source().read(['ETH/USD', 'EUR/USD', 'GBP/USD'])
    const ordinary = { source: 'Feeds (Local test chain)', vote: 'feeds', maxAgeSeconds: 4080 }
    expect(readings).toEqual([
      { pair: 'ETH/USD', price: '2448.09', updatedAt: ethAt, ...ordinary },
      { pair: 'EUR/USD', price: '1.08500001', updatedAt: euroAt, ...ordinary },
    ])
    expect(euroAt.getTime() - ethAt.getTime()).toBe(blockSeconds * 1000)
    expect(test.proxy.requests.filter(({ method }) => method === 'eth_call')).toHaveLength(1)
  })

  it('may rest at weekends where they are exchange rates', async () => {
    await post(localAddresses.ethUsdFeed, 1n)
    await post(localAddresses.eurUsdFeed, 1n)
    for (const [day, seconds] of [
      ['2026-01-02', 4080],
      ['2026-01-03', 75 * 3600],
      ['2026-01-05', 75 * 3600],
      ['2026-01-06', 4080],
    ] as const) {
      now = new Date(`${day}T12:00:00Z`)
      const [eth, euro] = await source().read(['ETH/USD', 'EUR/USD'])
      expect([eth?.maxAgeSeconds, euro?.maxAgeSeconds]).toEqual([4080, seconds])
    }
  })

  it('are left out while they have no round, or one that cannot be a price', async () => {
    await post(localAddresses.ethUsdFeed, 5n)
    expect((await source().read(['USDC/USD', 'ETH/USD'])).map((r) => r.pair)).toEqual(['ETH/USD'])
    await post(localAddresses.usdcUsdFeed, -1n)
    expect(await source().read(['USDC/USD'])).toEqual([])
    const nowhere = { ...test.chain, feeds: { 'ETH/USD': feedAtNothing() } }
    const client = openNodes(nowhere, [test.rpcUrl])
    expect(await feedSource(client, () => now).read(['ETH/USD'])).toEqual([])
  })

  it('are out of reach with their node', async () => {
    const client = openNodes(test.chain, ['http://127.0.0.1:1'])
    const reading = feedSource(client, () => now).read(['ETH/USD'])
    await expect(reading).rejects.toBeInstanceOf(ChainUnavailable)
  })
})

const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const
const word = (value: bigint) => toHex(value, { size: 32 })

/** A node that has its own rounds, one for each feed that is asked for; everything else comes from the real one. */
async function lyingNode(...rounds: readonly { answer: Hex; updatedAt: bigint }[]) {
  const proxy = startNodeProxy(test.rpcUrl)
  onTestFinished(proxy.stop)
  proxy.intercept(({ method }) => {
    if (method !== 'eth_call') return undefined
    const result = rounds.map(({ answer, updatedAt }) => ({
      success: true,
      returnData: concat([word(1n), answer, word(updatedAt), word(updatedAt), word(1n)]),
    }))
    return { result: encodeFunctionResult({ ...aggregate3, result }) }
  })
  return proxy.rpcUrl
}

const through = (...rpcUrls: readonly string[]) =>
  feedSource(openNodes(test.chain, rpcUrls), () => now)

describe('what a node says of a feed', () => {
  const answer = word(2500_00000000n)

  it.each([
    ['a time beyond 64 bits', { answer, updatedAt: 2n ** 64n }],
    ['a time beyond all dates', { answer, updatedAt: 8_640_000_000_001n }],
    ['the longest time', { answer, updatedAt: 2n ** 256n - 1n }],
    ['no time', { answer, updatedAt: 0n }],
    ['no price', { answer: word(0n), updatedAt: 1n }],
    ['a negative price', { answer: word(2n ** 256n - 1n), updatedAt: 1n }],
  ])('is left out if it gives %s, beside others that are possible', async (_, impossible) => {
    const node = through(await lyingNode(impossible, { answer, updatedAt: 1_767_000_000n }))
    expect(await node.read(['ETH/USD', 'EUR/USD'])).toMatchObject([
      { pair: 'EUR/USD', price: '2500' },
    ])
  })

  it('is left out if it is not a round, beside others that are', async () => {
    const short = { answer: '0x', updatedAt: 1n } as const
    const node = through(await lyingNode(short, { answer, updatedAt: 1_767_000_000n }))
    expect(await node.read(['ETH/USD', 'EUR/USD'])).toMatchObject([{ pair: 'EUR/USD' }])
  })

  it('counts if another node says so too, within the tolerance and with the older time', async () => {
    const [old, recent] = [1_767_000_000n, 1_767_000_060n]
    const one = await lyingNode({ answer, updatedAt: recent })
    const close = await lyingNode({ answer: word(2510_00000000n), updatedAt: old })
    expect(await through(one, close).read(['ETH/USD'])).toMatchObject([
      { price: '2510', updatedAt: new Date(Number(old) * 1000) },
    ])
    const far = await lyingNode({ answer: word(2600_00000000n), updatedAt: recent })
    expect(await through(one, far).read(['ETH/USD'])).toEqual([])
    expect(await through(far, one, close).read(['ETH/USD'])).toMatchObject([{ price: '2510' }])
  })

  it('does not count if the only other node fails or hangs', async () => {
    const one = await lyingNode({ answer, updatedAt: 1_767_000_000n })
    const alone = through(one, 'http://127.0.0.1:1').read(['ETH/USD'])
    await expect(alone).rejects.toBeInstanceOf(ChainUnavailable)
    const server = await startCannedServer()
    server.responses.set('/', 'never')
    await expect(through(one, server.url).read(['ETH/USD'])).rejects.toThrow(
      'node 2 of chain 31337 did not respond within 1200 ms',
    )
    expect(await through(server.url, one, one).read(['ETH/USD'])).toHaveLength(1)
  })
})

describe('the feeds of an L2', () => {
  const sequencerFeed = localAddresses.usdcUsdFeed
  const [up, down] = [0n, 1n]

  const read = (changes: Partial<Chain> = {}) => {
    const client = openNodes({ ...test.chain, sequencerFeed, ...changes }, [test.proxy.rpcUrl])
    return feedSource(client, () => now).read(['ETH/USD'])
  }

  it('are read in the same call while the sequencer is up', async () => {
    await post(localAddresses.ethUsdFeed, 200_000_000_000n)
    const upAt = await post(sequencerFeed, up)
    now = new Date(upAt.getTime() + 3600_000)
    test.proxy.requests.length = 0
    expect(await read()).toMatchObject([{ pair: 'ETH/USD', price: '2000' }])
    expect(test.proxy.requests.filter(({ method }) => method === 'eth_call')).toHaveLength(1)
  })

  it('are not used while it is down, nor for an hour after it came up', async () => {
    await post(localAddresses.ethUsdFeed, 200_000_000_000n)
    const downAt = await post(sequencerFeed, down)
    now = new Date(downAt.getTime() + 86_400_000)
    await expect(read()).rejects.toThrow('the sequencer of chain 31337 is down')
    const upAt = await post(sequencerFeed, up)
    now = new Date(upAt.getTime() + 3599_000)
    await expect(read()).rejects.toThrow('the sequencer of chain 31337 has just come up')
  })

  it('are not used if nothing says whether it is up', async () => {
    await expect(read({ sequencerFeed: feedAtNothing().address })).rejects.toThrow('is down')
  })
})

function feedAtNothing() {
  const address = '0x00000000000000000000000000000000000000aa'
  return { address, decimals: 8, heartbeatSeconds: 60, market: 'crypto' } as const
}
