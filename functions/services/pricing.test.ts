import { expect, it } from 'vitest'
import { chainById } from '../../shared/chain/chains.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { pricing } from './pricing.ts'

it('counts the prices that no source could give, with every source’s reason', async () => {
  const { table, config } = await serviceFunctions()
  const { assetPrice } = pricing(config, { table, now: () => new Date() })
  const chain = chainById(31337)
  if (!chain) throw new Error('the registry has the local chain')
  const refused = { name: 'ChainUnavailable', cause: expect.anything() }
  const written = logLines()
  const fiat = { currency: 'USD', param: 'currency' }
  const asset = { chain, ...chain.native, tokenAddress: null, usdPegged: false }
  await expect(assetPrice(asset, fiat)).rejects.toMatchObject({ code: 'price_unavailable' })
  expect(written.lines()).toMatchObject([
    {
      message: 'price unavailable',
      mode: 'test',
      chainId: 31337,
      asset: 'ETH',
      PriceUnavailable: 1,
      error: {
        code: 'price_unavailable',
        cause: { errors: expect.arrayContaining([expect.objectContaining(refused)]) },
      },
    },
  ])
})

it('logs once which stablecoins are withheld', async () => {
  const { table, config } = await serviceFunctions()
  const { withheldStablecoins } = pricing(config, { table, now: () => new Date() })
  const written = logLines()
  expect(await withheldStablecoins('test')).toEqual(new Set(['USDC']))
  expect(await withheldStablecoins('test')).toEqual(new Set(['USDC']))
  expect(written.lines()).toMatchObject([{ message: 'stablecoins withheld', asset: 'USDC' }])
})
