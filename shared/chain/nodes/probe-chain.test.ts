import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../test/chain-fixture.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import type { Chain, Token } from '../chain.ts'
import { localAddresses } from '../local-addresses.ts'
import type { ChainClient } from '../open-chain.ts'
import { probeNode } from './probe-chain.ts'

let test: TestChain

beforeAll(async () => {
  test = await startTestChain()
  await test.mine(200)
})
afterEach(() => test.proxy.intercept(undefined))
afterAll(() => test.stop())

const options = { now: new Date('2026-01-01T01:00:00Z'), historySeconds: 600 }

const probeAll = (client: ChainClient) =>
  Promise.all(client.nodes.map((node) => probeNode(client, node, options)))

async function probe(
  changes: Partial<Chain> = {},
  rpcUrls: readonly string[] = [test.proxy.rpcUrl],
) {
  const probes = await probeAll(openNodes({ ...test.chain, ...changes }, rpcUrls))
  return probes.map(({ mismatches }) => mismatches)
}

function usdcBut(changes: Partial<Token>): Partial<Chain> {
  return { tokens: test.chain.tokens.map((token) => ({ ...token, ...changes })) }
}

describe('a chain as the registry has it', () => {
  it('matches at all of its nodes', async () => {
    expect(await probe({}, [test.rpcUrl, test.proxy.rpcUrl])).toEqual([[], []])
  })
})

describe('a row that is wrong', () => {
  it('about decimals, of a token or of a feed', async () => {
    const eth = test.chain.feeds['ETH/USD']
    const feeds = eth ? { 'ETH/USD': { ...eth, decimals: 18 } } : {}
    const sequencerFeed = localAddresses.eurUsdFeed
    expect(await probe({ ...usdcBut({ decimals: 18 }), feeds, sequencerFeed })).toEqual([
      [
        { subject: 'decimals of USDC', expected: '18', found: '6' },
        { subject: 'decimals of feed ETH/USD', expected: '18', found: '8' },
        { subject: 'decimals of the sequencer feed', expected: '0', found: '8' },
      ],
    ])
  })

  it('about the signing domain', async () => {
    const [[domain, ...others] = []] = await probe(
      usdcBut({ eip3009: { name: 'USDC', version: '2' } }),
    )
    expect(domain?.subject).toBe('EIP-712 domain of USDC')
    expect(domain?.expected).not.toBe(domain?.found)
    expect(others).toEqual([])
  })

  it('about a token that is another contract, or none', async () => {
    const [mismatches = []] = await probe(usdcBut({ address: localAddresses.ethUsdFeed }))
    expect(mismatches.map(({ subject }) => subject)).toEqual([
      'decimals of USDC',
      'balanceOf of USDC',
      'EIP-712 domain of USDC',
      'EIP-3009 of USDC',
    ])
    const nowhere = '0x00000000000000000000000000000000000000aa'
    expect(await probe({ ...usdcBut({ address: nowhere, eip3009: null }) })).toEqual([
      [
        {
          subject: 'decimals of USDC',
          expected: '6',
          found: expect.stringContaining('returned no data'),
        },
        { subject: 'balanceOf of USDC', expected: 'one word', found: '0 bytes' },
      ],
    ])
    expect(await probe({ multicall3: nowhere })).toEqual([
      [{ subject: 'Multicall3', expected: `code at ${nowhere}`, found: 'no code' }],
    ])
  })
})

describe('a node that is wrong', () => {
  it('is on another chain, and is asked nothing else', async () => {
    const chainId = 31338
    const [first, second] = await probe({ chainId, ...usdcBut({ eip3009: null }) }, [
      test.rpcUrl,
      'http://127.0.0.1:1/v2/api-key',
    ])
    expect(first).toEqual([
      {
        subject: 'node',
        expected: 'chain 31338',
        found: 'chain 31337',
      },
    ])
    expect(second).toMatchObject([
      { subject: 'node', expected: 'chain 31338', found: expect.stringContaining('(bad port)') },
    ])
    expect(JSON.stringify(second)).not.toContain('api-key')
  })

  it('has changed to another chain since its first request', async () => {
    const client = openNodes(test.chain, [test.proxy.rpcUrl])
    expect(await probeAll(client)).toMatchObject([{ mismatches: [] }])
    test.proxy.intercept(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined))
    expect(await probeAll(client)).toEqual([
      {
        mismatches: [{ subject: 'node', expected: 'chain 31337', found: 'chain 1' }],
        measured: null,
        isOtherChain: true,
      },
    ])
  })

  it('responds with a whole page', async () => {
    const message = 'page '.repeat(1000)
    test.proxy.intercept(() => ({ error: { code: -32000, message } }))
    const [[mismatch] = []] = await probe()
    expect(mismatch?.found).toMatch(/page page.*…$/)
    expect(mismatch?.found.length).toBeLessThan(400)
  })

  it('has stopped, on a network that never pauses', async () => {
    expect(await probe({ network: 'testnet' })).toMatchObject([
      [{ subject: 'newest block', found: expect.stringMatching(/^of 2026-01-01T00:33/) }],
    ])
  })

  it('drops old states too soon', async () => {
    const { number } = await test.node.getBlock()
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_getBalance' && !JSON.stringify(params).includes(number.toString(16))
        ? { error: { code: -32000, message: 'missing trie node' } }
        : undefined,
    )
    const [mismatches = []] = await probe({ network: 'testnet', blockTimeMs: 10_000 })
    expect(mismatches.at(-1)).toEqual({
      subject: 'old states',
      expected: 'kept for 60 blocks (600 s)',
      found: expect.stringContaining('missing trie node'),
    })
    expect(await probe({ blockTimeMs: 10_000 })).toEqual([[]])
  })

  it('has no finalized tag on a chain that needs it', async () => {
    test.proxy.intercept(({ method, params }) =>
      method === 'eth_getBlockByNumber' && JSON.stringify(params).includes('finalized')
        ? { error: { code: -32602, message: 'invalid block tag' } }
        : undefined,
    )
    expect(await probe({ confirmedBy: 'finalized-tag' })).toMatchObject([
      [
        {
          subject: 'final blocks',
          expected: 'tagged as finalized; otherwise 3 confirmations are counted',
        },
      ],
    ])
  })
})
