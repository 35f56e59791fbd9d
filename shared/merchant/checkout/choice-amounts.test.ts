import { expect, test } from 'vitest'
import { later } from '../../../test/factories.ts'
import { testTable } from '../../../test/test-table.ts'
import type { ChainAsset } from '../../chain/chains.ts'
import { savePrice } from '../../records/prices/store/prices.ts'
import { choiceAmounts } from './choice-amounts.ts'

const ether = { symbol: 'ETH', decimals: 18, tokenAddress: null, usdPegged: false }
const dollar = { symbol: 'USDC', decimals: 6, tokenAddress: '0x01', usdPegged: true } as const

async function amountsOf(fiat: { amount: string; currency: string }, atSeconds = 0) {
  const table = await testTable()
  await savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: later(0) })
  await savePrice(table, { pair: 'EUR/USD', price: '1.1', agreedAt: later(0) })
  const assets: ChainAsset[] = [ether, dollar]
  const amountIn = await choiceAmounts({ table, now: () => later(atSeconds) }, fiat, assets)
  return assets.map(amountIn)
}

test('amounts are those that a choice would lock at the latest prices', async () => {
  expect(await amountsOf({ amount: '120.00', currency: 'USD' })).toEqual(['0.048', '120'])
  expect(await amountsOf({ amount: '100', currency: 'EUR' })).toEqual(['0.044', '110'])
})

test('no amount is shown of a price that no order would be made at', async () => {
  expect(await amountsOf({ amount: '120.00', currency: 'USD' }, 301)).toEqual([null, '120'])
  expect(await amountsOf({ amount: '100', currency: 'EUR' }, 301)).toEqual([null, null])
  expect(await amountsOf({ amount: '100', currency: 'CHF' })).toEqual([null, null])
})
