import { once } from 'node:events'
import { createServer } from 'node:http'
import { getBlock } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { startTestChain, type TestChain } from '../../test/chain-fixture.ts'
import { type NodeProxy, startNodeProxy } from '../../test/node-proxy.ts'
import { newestNodeFirst } from './newest-node-first.ts'
import { openChain } from './open-chain.ts'

let test: TestChain
let second: NodeProxy

beforeAll(async () => {
  test = await startTestChain()
  second = await startNodeProxy(test.rpcUrl)
})
beforeEach(() => {
  test.proxy.intercept(undefined)
  test.proxy.requests.length = 0
  second.requests.length = 0
})
afterAll(async () => {
  await second.stop()
  await test.stop()
})

const open = (...rpcUrls: readonly string[]) => openChain({ chain: test.chain, rpcUrls })

function oldBlock(): Promise<unknown> {
  const genesis = { method: 'eth_getBlockByNumber', params: ['0x0', false] }
  return callNode(test.rpcUrl, genesis, z.unknown())
}

/** A node that takes requests and never answers. */
async function silentUrl(): Promise<string> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('of several nodes', () => {
  it('the one with the newest block is asked first', async () => {
    const result = await oldBlock()
    test.proxy.intercept(({ method }) =>
      method === 'eth_getBlockByNumber' ? { result } : undefined,
    )
    const client = open(test.proxy.rpcUrl, second.rpcUrl)
    expect((await getBlock(client.node)).number).toBe(0n)
    const { node } = await newestNodeFirst(client)
    expect((await getBlock(node)).number).toBeGreaterThan(0n)
  })

  it('the configured order holds among equals, and the next one stands in', async () => {
    const { node } = await newestNodeFirst(open(test.proxy.rpcUrl, second.rpcUrl))
    second.requests.length = 0
    await getBlock(node)
    expect(second.requests).toEqual([])
    test.proxy.intercept(() => ({ error: { code: -32000, message: 'node is down' } }))
    await getBlock(node)
    expect(second.requests).toHaveLength(1)
  })

  it('one that does not answer is not waited for', async () => {
    const client = open(await silentUrl(), second.rpcUrl)
    const { node } = await newestNodeFirst(client, { patienceMs: 50 })
    expect((await getBlock(node)).number).toBeGreaterThan(0n)
  })

  it('none need answer: whoever reads then is told', async () => {
    const client = open('http://127.0.0.1:1', 'http://127.0.0.1:2')
    const { node } = await newestNodeFirst(client)
    await expect(getBlock(node)).rejects.toThrow('HTTP request failed')
  })
})

it('a single node is not asked anything', async () => {
  const client = open(test.proxy.rpcUrl)
  expect(await newestNodeFirst(client)).toBe(client)
  expect(test.proxy.requests).toEqual([])
})
