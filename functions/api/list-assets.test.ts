import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { configuredFunctions } from '../../test/configured-functions.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi } from '../../test/service-functions.ts'
import { serve as serveListAssets } from './list-assets.ts'

async function fixture() {
  const { table, config } = await configuredFunctions()
  const key = await newApiKey(table, 'test', ['customers:write'])
  const handler = serveListAssets(config)
  const list = (headers: Record<string, string> = {}) =>
    invokeApi(handler, { path: '/assets', key, headers })
  return { table, list }
}

it('has the enabled networks with what they offer, for a key of any scope', async () => {
  const { list, table } = await fixture()
  await transact(table, [
    settingsUpdate('test', { confirmations: { 31337: 5 }, defaultAsset: 'USDC' }),
  ])
  const { statusCode, body } = await list()
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).toMatchObject({
    data: [
      { object: 'asset', chainId: 31337, asset: 'ETH', tokenAddress: null, decimals: 18 },
      {
        asset: 'USDC',
        tokenAddress: expect.stringMatching(/^0x/),
        decimals: 6,
        usdPegged: true,
      },
    ],
    networks: [{ chainId: 31337, confirmations: 5 }],
    default: { chainId: 31337, asset: 'USDC' },
    currencies: expect.arrayContaining(['USD', 'EUR']),
  })
})

it('is not sent again to who has it, until it changes', async () => {
  const { list } = await fixture()
  const { headers } = await list()
  expect(headers['Cache-Control']).toBe('private, max-age=60')
  const tag = String(headers['ETag'])
  for (const known of [tag, `W/${tag}`]) {
    const again = await list({ 'If-None-Match': known })
    expect(again).toMatchObject({ statusCode: 304, body: '', headers: { ETag: tag } })
  }
  expect((await list({ 'If-None-Match': '"other"' })).statusCode).toBe(200)
})
