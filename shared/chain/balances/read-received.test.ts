import { setTimeout } from 'node:timers/promises'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { payer, startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { startNodeProxy } from '../../../test/node-proxy.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { localAddresses } from '../local-addresses.ts'
import type { ChainClient } from '../open-chain.ts'
import { type Reading, readReceived } from './read-received.ts'

const usdc = localAddresses.testUsdc
/** Later than all blocks of the test. */
const now = new Date('2026-06-01T00:00:00Z')
const newAddress = () => privateKeyToAddress(generatePrivateKey())

type Asking = Omit<Parameters<typeof readReceived>[1], 'now'>
const readAll = (client: ChainClient, asking: Asking) => readReceived(client, { ...asking, now })

/** The first address's reading. */
async function readOne(client: ChainClient, asking: Asking): Promise<Reading> {
  const [reading] = await readAll(client, asking)
  if (!reading) throw new Error('nothing was read')
  return reading
}

let test: TestChain

beforeAll(async () => {
  test = await startTestChain()
  await test.mintUsdc(payer, 10n ** 12n)
  await test.mine(5)
})
afterEach(() => test.proxy.intercept(undefined))
afterAll(() => test.stop())

describe('readReceived', () => {
  it('gives coin and token at the head and at the confirmed block', async () => {
    const address = newAddress()
    await test.send({ to: address, value: 7n })
    await test.payUsdc(address, 100n)
    await test.mine(2)
    await test.payUsdc(address, 1n)
    await test.mine()
    const assets = [
      { address, token: null },
      { address: address.toLowerCase(), token: usdc },
    ]
    const [reading, token] = await readAll(test.client, { assets, confirmations: 3 })
    const head = await test.node.getBlock()
    expect(reading?.head).toEqual({
      number: head.number,
      hash: head.hash,
      timestamp: new Date(Number(head.timestamp) * 1000),
    })
    expect(reading?.quorumBlock).toEqual(reading?.head)
    expect(reading?.confirmed.number).toBe(head.number - 2n)
    expect(reading).toMatchObject({ headBase: 7n, confirmedBase: 7n, agreed: true })
    expect(token).toMatchObject({ headBase: 101n, confirmedBase: 100n, agreed: true })
    const sooner = await readOne(test.client, { assets, confirmations: 4 })
    expect(sooner).toMatchObject({ headBase: 7n, confirmedBase: 0n })
    const [atOnce, tokenAtOnce] = await readAll(test.client, { assets, confirmations: 1 })
    expect(atOnce?.confirmed).toEqual(atOnce?.head)
    expect(tokenAtOnce).toMatchObject({ headBase: 101n, confirmedBase: 101n })
  })

  it('stays at its block while the chain continues', async () => {
    const address = newAddress()
    await test.send({ to: address, value: 7n })
    const before = await test.node.getBlockNumber()
    let mined: Promise<void> | undefined
    test.proxy.intercept(async ({ method }) => {
      if (method !== 'eth_call') return undefined
      // Before the call is forwarded: anvil may respond from a block that it is just mining.
      mined ??= test.mine()
      await mined
      return undefined
    })
    const assets = [{ address, token: null }]
    const reading = await readOne(test.client, { assets, confirmations: 1 })
    expect(reading.head.number).toBe(before)
    expect(reading).toMatchObject({ headBase: 0n, confirmedBase: 0n })
  })

  it('asks once per block for many addresses, and in parts beyond 1,000', async () => {
    const address = newAddress()
    await test.send({ to: address, value: 5n })
    await test.mine(3)
    const many = (count: number) => [
      ...Array.from({ length: count - 1 }, () => ({ address: newAddress(), token: usdc })),
      { address, token: null },
    ]
    test.proxy.requests.length = 0
    const few = await readAll(test.client, { assets: many(900), confirmations: 2 })
    expect(few.at(-1)).toMatchObject({ headBase: 5n, confirmedBase: 5n })
    const calls = () => test.proxy.requests.filter(({ method }) => method === 'eth_call').length
    expect(calls()).toBe(2)
    const lots = await readAll(test.client, { assets: many(2200), confirmations: 2 })
    expect(lots).toHaveLength(2200)
    expect(lots.at(-1)).toMatchObject({ headBase: 5n, confirmedBase: 5n })
    expect(calls()).toBe(2 + 2 * 3)
  })

  it('confirms nothing on a chain shorter than the confirmations', async () => {
    const assets = [{ address: payer, token: null }]
    const reading = await readOne(test.client, { assets, confirmations: 100_000 })
    expect(reading.confirmed.number).toBe(0n)
    expect(reading.confirmedBase).toBe(0n)
    expect(reading.headBase).toBeGreaterThan(0n)
  })
})

describe('readReceived refuses', () => {
  const assets = [{ address: payer, token: null }]
  const attempt = () => readOne(test.client, { assets, confirmations: 3 })

  it('a node that no longer has the old state', async () => {
    const confirmed = (await test.node.getBlockNumber()) - 2n
    const { hash } = await test.node.getBlock({ blockNumber: confirmed })
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).includes(hash)
        ? { error: { code: -32000, message: 'missing trie node' } }
        : undefined,
    )
    await expect(attempt()).rejects.toMatchObject({
      name: 'ChainUnavailable',
      cause: { message: expect.stringContaining('missing trie node') },
    })
  })

  it('a response from another block', async () => {
    const other = await test.node.getBlock({ blockNumber: 3n })
    const block = { ...other, number: '0x3', timestamp: '0x1' }
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_getBlockByNumber' && JSON.stringify(params).includes('latest')
        ? {
            result: JSON.parse(
              JSON.stringify(block, (_, v) => (typeof v === 'bigint' ? `0x${v.toString(16)}` : v)),
            ),
          }
        : undefined,
    )
    await expect(attempt()).rejects.toThrow('did not respond from block')
  })

  it.each(['head', 'confirmed block'])(
    'a confirmed block that is not an ancestor of the head, even if the response from the %s is late',
    async (late) => {
      const depth = (await test.node.getBlockNumber()) - 2n
      const { hash } = await test.node.getBlock({ blockNumber: depth - 1n })
      const number = toHex(depth)
      test.proxy.intercept(async ({ method, params }) => {
        const asked = JSON.stringify(params)
        if (method === 'eth_getBlockByNumber' && !asked.includes('latest')) {
          return { result: { number, hash, timestamp: '0x1', transactions: [] } }
        }
        const isLate = asked.includes(hash) === (late === 'confirmed block')
        if (method === 'eth_call' && isLate) await setTimeout(100)
        return undefined
      })
      await expect(attempt()).rejects.toThrow('a reorg happened')
    },
  )

  it('a node of another chain', async () => {
    const chain = { ...test.chain, chainId: 31338 }
    const client = openNodes(chain, [`${test.proxy.rpcUrl}/v2/api-key`])
    const reading = readOne(client, { assets, confirmations: 1 })
    await expect(reading).rejects.toThrow('chain 31338: its node is on chain 31337')
  })

  it('a node that serves another chain since its first request', async () => {
    const chain = { ...test.chain, chainId: 31338 }
    const client = openNodes(chain, [test.proxy.rpcUrl])
    test.proxy.intercept(({ method }) =>
      method === 'eth_chainId' ? { result: '0x7a6a' } : undefined,
    )
    const reading = readOne(client, { assets, confirmations: 1 })
    await expect(reading).rejects.toThrow('its node responded from another chain')
  })

  it('an unreachable node, without revealing the key in its URL', async () => {
    const client = openNodes(test.chain, ['http://127.0.0.1:1/v2/api-key'])
    const error = await readOne(client, { assets, confirmations: 1 }).catch((e) => e)
    expect(error).toBeInstanceOf(ChainUnavailable)
    expect(error.cause).toBeInstanceOf(Error)
    expect(`${error.message} ${error.cause.message} ${error.cause.stack}`).not.toContain('api-key')
  })
})

describe('a chain that tags finalized blocks', () => {
  const chain = () => ({ ...test.chain, confirmedBy: 'finalized-tag', confirmations: 16 }) as const
  const client = () => openNodes(chain(), [test.proxy.rpcUrl])
  const lacksTag = (code: number, message: string) =>
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_getBlockByNumber' && JSON.stringify(params).includes('finalized')
        ? { error: { code, message } }
        : undefined,
    )

  it('confirms by the tag, however many blocks are above it', async () => {
    const address = newAddress()
    await test.send({ to: address, value: 7n })
    await test.mine(30)
    const assets = [{ address, token: null }]
    const final = await test.node.getBlock({ blockTag: 'finalized' })
    const before = await readOne(client(), { assets, confirmations: 16 })
    expect(before.confirmed.hash).toBe(final.hash)
    expect(before).toMatchObject({ headBase: 7n, confirmedBase: 0n })
    await test.mine(64)
    const after = await readOne(client(), { assets, confirmations: 16 })
    expect(after).toMatchObject({ headBase: 7n, confirmedBase: 7n })
  })

  it('counts blocks if the operator set a number, or the node has no such tag', async () => {
    const assets = [{ address: payer, token: null }]
    await test.mine(16)
    const head = await test.node.getBlockNumber()
    const depthOf = async (confirmations: number) =>
      head - (await readOne(client(), { assets, confirmations })).confirmed.number
    expect(await depthOf(5)).toBe(4n)
    for (const [code, message] of [
      [-32602, 'invalid argument 0: hex string without 0x prefix'],
      [-39001, 'unknown block'],
      [-32000, 'finalized block not found'],
    ] as const) {
      lacksTag(code, message)
      expect(await depthOf(16)).toBe(15n)
    }
  })

  it('confirms nothing by a node that fails, or whose head is older than its final block', async () => {
    lacksTag(-32005, 'daily request count exceeded')
    const attempt = () =>
      readOne(client(), { assets: [{ address: payer, token: null }], confirmations: 16 })
    await expect(attempt()).rejects.toBeInstanceOf(ChainUnavailable)
    const block = { number: '0xffffff', hash: `0x${'1'.repeat(64)}`, timestamp: '0x1' }
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_getBlockByNumber' && JSON.stringify(params).includes('finalized')
        ? { result: { ...block, transactions: [] } }
        : undefined,
    )
    await expect(attempt()).rejects.toThrow('its head is behind its last final block')
  })
})

describe('on Arbitrum', () => {
  const arbSys = '0x0000000000000000000000000000000000000064'
  const assets = [{ address: payer, token: null }]
  const chain = () => ({ ...test.chain, ancestry: 'arb-sys' }) as const
  const attempt = (confirmations: number) =>
    readOne(openNodes(chain(), [test.proxy.rpcUrl]), {
      assets,
      confirmations,
    })

  it('asks the system contract for the ancestor, since the opcode returns hashes of Ethereum', async () => {
    // BLOCKHASH of the first argument, as ArbSys would return for its own chain.
    await test.node.setCode({ address: arbSys, bytecode: '0x6004354060005260206000f3' })
    test.proxy.requests.length = 0
    const reading = await attempt(3)
    expect(reading.head.number - reading.confirmed.number).toBe(2n)
    expect(JSON.stringify(test.proxy.requests)).toContain('2b407a82')
    expect(JSON.stringify(test.proxy.requests)).not.toContain('ee82ac5e')
  })

  it('treats another hash as a reorg', async () => {
    await test.node.setCode({ address: arbSys, bytecode: '0x600160005260206000f3' })
    await expect(attempt(3)).rejects.toThrow('a reorg happened while it was read')
  })

  it('does not ask about the head, nor about blocks that ArbSys rejects', async () => {
    await test.node.setCode({ address: arbSys, bytecode: '0x60006000fd' })
    await expect(attempt(3)).rejects.toBeInstanceOf(ChainUnavailable)
    expect((await attempt(1)).headBase).toBeGreaterThan(0n)
    await test.mine(260)
    expect((await attempt(258)).headBase).toBeGreaterThan(0n)
  })
})

describe('with several nodes', () => {
  const assets = [{ address: payer, token: null }]

  it('the next node responds if the first is down', async () => {
    const rpcUrls = ['http://127.0.0.1:1', test.rpcUrl]
    const client = openNodes(test.chain, rpcUrls)
    const reading = await readOne(client, { assets, confirmations: 2 })
    expect(reading.headBase).toBeGreaterThan(0n)
    expect(reading.agreed).toBe(false)
  })

  it('two that give the same amounts agree, two that differ do not', async () => {
    const client = openNodes(test.chain, [test.rpcUrl, test.proxy.rpcUrl])
    expect((await readOne(client, { assets, confirmations: 2 })).agreed).toBe(true)
    test.proxy.intercept(({ method }) =>
      method === 'eth_call' ? { error: { code: -32000, message: 'unknown block' } } : undefined,
    )
    expect((await readOne(client, { assets, confirmations: 2 })).agreed).toBe(false)
  })

  it('cost eight requests in four rounds for two nodes, and four for one', async () => {
    const second = startNodeProxy(test.rpcUrl)
    onTestFinished(second.stop)
    const countFor = async (...rpcUrls: readonly string[]) => {
      const client = openNodes(test.chain, rpcUrls)
      test.proxy.requests.length = 0
      second.requests.length = 0
      await readOne(client, { assets, confirmations: 3 })
      const asked = [...test.proxy.requests, ...second.requests]
      return asked.filter(({ method }) => method !== 'eth_chainId').length
    }
    expect(await countFor(test.proxy.rpcUrl)).toBe(4)
    expect(await countFor(test.proxy.rpcUrl, second.rpcUrl)).toBe(8)
  })
})
