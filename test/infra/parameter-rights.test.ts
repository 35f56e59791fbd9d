import { expect, it } from 'vitest'
import { settingPayoutWallets } from './wallet-functions.ts'
import { arn, whoMay } from './who-may.ts'

it('lets only the sweep write which payout wallets it has seen, and what seals one read it', async () => {
  const resource = arn('ssm', 'parameter/seen-payout-wallets/quittance/a-key/live')
  expect(await whoMay({ action: 'ssm:PutParameter', resource })).toEqual(['sweep'])
  const readers = [...settingPayoutWallets, 'sweep'].sort()
  expect(await whoMay({ action: 'ssm:GetParameter', resource })).toEqual(readers)
  const others = arn('ssm', 'parameter/seen-payout-wallets/another/a-key/live')
  expect(await whoMay({ action: 'ssm:GetParameter', resource: others })).toEqual([])
})
