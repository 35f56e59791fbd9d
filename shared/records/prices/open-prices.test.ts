import { describe, expect, it } from 'vitest'
import { openNodes } from '../../../test/open-nodes.ts'
import { readPrices } from '../../../test/read-prices.ts'
import { testTable } from '../../../test/test-table.ts'
import { chainById } from '../../chain/chains.ts'
import { invariant } from '../../kernel/invariant.ts'
import { assetPrice } from './asset-price.ts'

async function pricesOf(...chainIds: readonly number[]) {
  const chains = chainIds.map((chainId) => {
    const chain = chainById(chainId)
    invariant(chain, `the registry has chain ${chainId}`)
    return openNodes(chain, ['http://127.0.0.1:1'])
  })
  return readPrices(chains, { table: await testTable(), now: () => new Date() })
}

async function sourcesOf(...chainIds: readonly number[]) {
  const { sources, minimumSources } = await pricesOf(...chainIds)
  return { names: sources.map(({ name }) => name), minimumSources }
}

describe('the sources of prices', () => {
  it('are the local feeds alone where every chain is local', async () => {
    expect(await sourcesOf(31337, 31338)).toEqual({
      names: ['Feeds (Local test chain)', 'Feeds (Local live chain)'],
      minimumSources: 1,
    })
  })

  it('are exchanges and mainnet feeds as soon as a public chain is enabled', async () => {
    expect(await sourcesOf(31337, 8453, 11155111)).toEqual({
      names: ['Feeds (Base)', 'Coinbase', 'Kraken'],
      minimumSources: 2,
    })
    expect((await sourcesOf(31337, 11155111)).names).toEqual(['Coinbase', 'Kraken'])
  })

  it('count the feeds of all chains as one', async () => {
    const { sources } = await pricesOf(1, 8453, 42161, 11155111)
    expect(new Set(sources.map(({ vote }) => vote))).toEqual(
      new Set(['feeds', 'Coinbase', 'Kraken']),
    )
  })

  it('price the stablecoins of all chains', async () => {
    expect((await pricesOf(1, 11155111)).stablecoins).toEqual(['USDC', 'USDT', 'DAI'])
  })

  it('have to know a currency twice before it is offered', async () => {
    const chain = chainById(11155111)
    invariant(chain, 'the registry has Sepolia')
    const asset = { chain, symbol: 'ETH' }
    const price = assetPrice(await pricesOf(11155111), { asset, fiatCurrency: 'JPY' })
    await expect(price).rejects.toMatchObject({
      code: 'unsupported_currency',
      message: expect.stringContaining('Use one of AUD, EUR, GBP, USD.'),
    })
  })
})
