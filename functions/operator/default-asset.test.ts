import { expect, it } from 'vitest'
import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

async function settingsFunction() {
  const { config } = await serviceFunctions()
  const { call } = terminal(lambdasOf(config))
  return (values: unknown) => call(changeSettings, { mode: 'test', values })
}

it('refuses a default asset that no chain of the mode has', async () => {
  const set = await settingsFunction()
  await expect(set({ defaultAsset: 'DOGE' })).rejects.toThrow(
    'defaultAsset DOGE is not an asset of any chain of test mode. Choose the symbol of a coin or token, such as USDC.',
  )
  expect(await set({ defaultAsset: 'USDC' })).toMatchObject({ defaultAsset: 'USDC' })
})

it('refuses a default asset that the default chain lacks, whichever is set last', async () => {
  const set = await settingsFunction()
  await expect(set({ defaultChainId: 31337, defaultAsset: 'POL' })).rejects.toThrow(
    /^defaultAsset POL is not an asset of chain 31337\. Set defaultChainId to one that has it as well \([\d, ]+\)/,
  )
  await set({ defaultAsset: 'POL' })
  await expect(set({ defaultChainId: 31337 })).rejects.toThrow(/POL is not an asset of chain 31337/)
  expect(await set({ defaultChainId: 31337, defaultAsset: null })).toMatchObject({
    defaultChainId: 31337,
    defaultAsset: null,
  })
  expect(await set({ sessionTtlSeconds: 600 })).toMatchObject({ sessionTtlSeconds: 600 })
})
