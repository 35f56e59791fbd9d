import { readFileSync } from 'node:fs'
import { domainSeparator, getAddress, type Chain as ViemChain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  assetOf,
  assetsOf,
  chainById,
  chains,
  offeredAssets,
  peggedSymbols,
  transactionUrl,
} from './chains.ts'
import { operatorOf } from './nodes/node-operator.ts'
import { operatorCount } from './nodes/operator-votes.ts'
import { publicNodes } from './registry/public-nodes.ts'

const published = z
  .array(z.object({ chainId: z.int(), symbol: z.string(), domainSeparator: z.string() }))
  .parse(JSON.parse(readFileSync('test/vectors/token-domains.json', 'utf8')))

const viemRows: readonly ViemChain[] = Object.values(viemChains)
const publicRows = chains.filter(({ network }) => network !== 'local')

describe('the registry', () => {
  it('has the chains that merchants ask for, and the local ones', () => {
    const ids = (network: string) =>
      chains.filter((chain) => chain.network === network).map(({ chainId }) => chainId)
    expect(ids('mainnet')).toEqual([1, 8453, 137, 42161, 10, 56, 43114])
    expect(ids('testnet')).toEqual([11155111, 84532, 80002, 421614, 11155420])
    expect(ids('local')).toEqual([31337, 31338])
    expect(new Set(chains.map(({ chainId }) => chainId)).size).toBe(chains.length)
    for (const { mode, network } of publicRows) {
      expect(mode).toBe(network === 'mainnet' ? 'live' : 'test')
    }
  })

  it.each(publicRows)('agrees with viem about $name', (row) => {
    const known = viemRows.find(({ id }) => id === row.chainId)
    expect(known?.nativeCurrency).toMatchObject(row.native)
    expect(known?.contracts?.multicall3?.address.toLowerCase()).toBe(row.multicall3.toLowerCase())
    expect(known?.testnet ?? false).toBe(row.network === 'testnet')
  })

  it('spells every address with its checksum, and every symbol once per chain', () => {
    for (const chain of chains) {
      const addresses = [...chain.tokens, ...Object.values(chain.feeds)].map((c) => c.address)
      expect(addresses.map((address) => getAddress(address))).toEqual(addresses)
      expect(new Set(addresses).size).toBe(addresses.length)
      const symbols = assetsOf(chain).map(({ symbol }) => symbol)
      expect(new Set(symbols).size).toBe(symbols.length)
    }
  })

  it('computes the EIP-712 domains that the tokens publish', () => {
    const bySignature = chains
      .filter(({ network }) => network !== 'local')
      .flatMap(({ chainId, tokens }) =>
        tokens.flatMap(({ symbol, address, eip3009 }) => {
          if (!eip3009) return []
          const domain = { ...eip3009, chainId, verifyingContract: address }
          return [{ chainId, symbol, domainSeparator: domainSeparator({ domain }) }]
        }),
      )
    expect(bySignature).toEqual(published)
  })

  it('prices its native coins and tokens on mainnets', () => {
    for (const chain of chains.filter(({ network }) => network === 'mainnet')) {
      const pairs = offeredAssets(chain).map(({ symbol }) => `${symbol}/USD`)
      expect(Object.keys(chain.feeds)).toEqual(expect.arrayContaining(['ETH/USD', 'EUR/USD']))
      expect(pairs.filter((pair) => !chain.feeds[pair])).toEqual([])
    }
  })

  it('requires at least three confirmations', () => {
    const tooFew = chains.filter(({ confirmations }) => confirmations < 3)
    expect(tooFew.map(({ name }) => name)).toEqual([])
  })

  it('decides on Avalanche at its settled block, or two below the executed one', () => {
    const avalanche = chainById(43114)
    expect(avalanche).toMatchObject({ confirmedBy: 'finalized-tag', confirmations: 3 })
  })

  it('knows public nodes of two operators for every public chain, and none that were closed', () => {
    for (const row of publicRows) {
      const hosts = (publicNodes[row.chainId] ?? []).map((url) => new URL(url).host)
      expect(
        operatorCount(hosts.map((host) => ({ operator: operatorOf(row, host) }))),
      ).toBeGreaterThan(1)
    }
    const closed = /polygon-rpc\.com|rpc-amoy|polygon-bor-amoy|blastapi|llamarpc|ankr|1rpc/
    expect(
      Object.values(publicNodes)
        .flat()
        .filter((url) => closed.test(url)),
    ).toEqual([])
  })

  it('recognises tokens that are sent by mistake, and offers none of them', () => {
    const bridged = chains.flatMap(({ chainId, tokens }) =>
      tokens.filter(({ checkout }) => !checkout).map((t) => [chainId, t.symbol, t.decimals]),
    )
    expect(bridged).toEqual([
      [8453, 'USDT', 6],
      [8453, 'USDbC', 6],
      [8453, 'USDT0', 6],
      [137, 'USDC.e', 6],
      [42161, 'USDC.e', 6],
      [10, 'USDC.e', 6],
      [10, 'USDT0', 6],
      [56, 'BUSD', 18],
      [56, 'FDUSD', 18],
      [43114, 'USDC.e', 6],
      [43114, 'USDT.e', 6],
      [43114, 'DAI.e', 18],
      [43114, 'BUSD.e', 18],
      [43114, 'EURC', 6],
    ])
    const polygon = chains.filter(({ chainId }) => chainId === 137)
    expect(polygon.flatMap(assetsOf).map(({ symbol }) => symbol)).toContain('USDC.e')
    expect(polygon.flatMap(offeredAssets).map(({ symbol }) => symbol)).toEqual([
      'POL',
      'USDC',
      'USDT',
      'DAI',
    ])
    expect(polygon.map((chain) => assetOf(chain, 'USDC.e'))).toEqual([undefined])
    expect(peggedSymbols(chains)).toEqual(['USDC', 'USDT', 'DAI'])
  })

  it('has a sequencer feed for L2s with price feeds', () => {
    const asking = chains.filter(({ sequencerFeed }) => sequencerFeed)
    expect(asking.map(({ name }) => name)).toEqual(['Base', 'Arbitrum', 'OP Mainnet'])
    for (const { sequencerFeed } of asking) {
      expect(getAddress(String(sequencerFeed))).toBe(sequencerFeed)
    }
  })
})

describe('a row', () => {
  it('is found by its id, an asset by its symbol', () => {
    const bnb = chainById(56)
    expect(bnb && assetOf(bnb, 'USDT')).toEqual({
      symbol: 'USDT',
      tokenAddress: '0x55d398326f99059fF775485246999027B3197955',
      decimals: 18,
      usdPegged: true,
    })
    expect(bnb && assetOf(bnb, 'BNB')).toMatchObject({ tokenAddress: null, decimals: 18 })
    expect(bnb && assetOf(bnb, 'ETH')).toBeUndefined()
    expect(chainById(2)).toBeUndefined()
  })

  it('links to its explorer', () => {
    const op = chainById(10)
    expect(op && transactionUrl(op, '0xab')).toBe('https://optimistic.etherscan.io/tx/0xab')
  })
})
