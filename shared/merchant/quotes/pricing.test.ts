import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serve as refreshPrices } from '../../../functions/internal/refresh-prices.ts'
import { deployer } from '../../../infra/local/chains/local-accounts.ts'
import { startInvokeApi } from '../../../infra/local/functions/invoke-api.ts'
import { startTestChain } from '../../../test/chain-fixture.ts'
import { nowhere } from '../../../test/local-aws.ts'
import { logLines } from '../../../test/log-lines.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { chainById } from '../../chain/chains.ts'
import { localAddresses } from '../../chain/local-addresses.ts'
import { configOf } from '../../kernel/operation/config.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import { loadPrices } from '../../records/prices/store/prices.ts'
import { pricing } from './pricing.ts'

/** The prices of an instance with one node, and what `refresh-prices` is invoked with, unless that is out of reach. */
async function instance({ nodeUrl = nowhere, isReached = true } = {}) {
  const { table, config, environment } = await serviceFunctions({}, { 31337: [nodeUrl] })
  const refresh = refreshPrices(config)
  const asked: unknown[] = []
  const host = {
    has: (name: string) => name === 'refresh-prices',
    invoke: async (_: string, event: unknown) => {
      asked.push(event)
      return { outcome: 'answered', payload: JSON.stringify(await refresh(event)) } as const
    },
  }
  const options = { host, isAllowed: () => true, onProblem: expect.unreachable }
  const { url, close } = await startInvokeApi(options, { port: 0 })
  onTestFinished(close)
  const lambda = isReached ? url : nowhere
  const invoking = configOf({ ...environment, AWS_ENDPOINT_URL_LAMBDA: lambda })
  const deps = { table, now: () => new Date() }
  return { table, asked, ...pricing(invoking, deps, networks(table)) }
}

/** A chain whose feeds have a round of this second. */
async function chainWithPrices(): Promise<string> {
  const { node, rpcUrl, stop } = await startTestChain()
  onTestFinished(stop)
  const rounds = [
    { to: localAddresses.ethUsdFeed, usd: 2500_00000000n },
    { to: localAddresses.usdcUsdFeed, usd: 1_00000000n },
  ]
  await node.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000) - 20) })
  for (const { to, usd } of rounds) {
    const data = encodeFunctionData({ abi: parseAbi(['function post(int256)']), args: [usd] })
    await node.sendTransaction({ account: deployer, chain: null, to, data, gas: 200_000n })
  }
  await node.mine({ blocks: 1 })
  return rpcUrl
}

const fiat = { currency: 'USD', param: 'currency' }

function ether() {
  const chain = chainById(31337)
  if (!chain) throw new Error('the registry has the local chain')
  return { chain, ...chain.native, tokenAddress: null, usdPegged: false }
}

describe('a price', () => {
  it('is read and stored by the function that may, once a minute', async () => {
    const { table, asked, assetPrice, withheldStablecoins } = await instance({
      nodeUrl: await chainWithPrices(),
    })
    expect(await assetPrice(ether(), fiat)).toMatchObject({ unitPriceUsd: '2500' })
    expect(await loadPrices(table, ['ETH/USD'])).toMatchObject([{ price: '2500' }])
    expect(await assetPrice(ether(), fiat)).toMatchObject({ unitPriceUsd: '2500' })
    expect(await withheldStablecoins('test')).toEqual(new Set())
    expect(asked).toEqual([{ pairs: ['ETH/USD'] }])
  })

  it('that no source could give is counted, with every source’s reason', async () => {
    const { assetPrice } = await instance()
    const written = logLines()
    await expect(assetPrice(ether(), fiat)).rejects.toMatchObject({ code: 'price_unavailable' })
    const reason = expect.stringContaining('chain 31337')
    expect(written.lines()).toMatchObject([
      {
        message: 'price unavailable',
        mode: 'test',
        chainId: 31337,
        asset: 'ETH',
        PriceUnavailable: 1,
        error: {
          code: 'price_unavailable',
          cause: { errors: expect.arrayContaining([expect.objectContaining({ message: reason })]) },
        },
      },
    ])
  })

  it('is not available if nothing is stored and the function is out of reach', async () => {
    const { assetPrice } = await instance({ isReached: false })
    await expect(assetPrice(ether(), fiat)).rejects.toMatchObject({
      code: 'price_unavailable',
      cause: { errors: [{ message: 'fetch failed' }] },
    })
  })
})

it('logs once which stablecoins are withheld', async () => {
  const { withheldStablecoins } = await instance()
  const written = logLines()
  expect(await withheldStablecoins('test')).toEqual(new Set(['USDC']))
  expect(await withheldStablecoins('test')).toEqual(new Set(['USDC']))
  expect(written.lines()).toMatchObject([{ message: 'stablecoins withheld', asset: 'USDC' }])
})
