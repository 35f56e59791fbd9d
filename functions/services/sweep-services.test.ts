import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { storeItem } from '../../shared/kernel/store/writes.ts'
import { cancelPayoutWallet } from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import { PayoutWalletTampered } from '../../shared/money/payout-wallets/load-payout-wallet.ts'
import { setPayoutWallet } from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import { payoutWalletKeys } from '../../shared/money/payout-wallets/store/keys.ts'
import { rowOf } from '../../shared/payments/networks/enabled-chains.ts'
import { logLines } from '../../test/log-lines.ts'
import { saveWallet } from '../../test/saved-instance.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import { sweepServices } from './sweep-services.ts'

const chainId = 31337
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const another = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

it('the sweep refuses an earlier payout wallet that someone put back in the table, and raises an alarm', async () => {
  const { table, config } = await serviceFunctions()
  await saveWallet(table, config)
  const { call } = terminal(lambdasOf(config))
  const { payoutWallet, checkPayoutWallet } = sweepServices(config)
  await call(setPayoutWallet, { chainId, address: own })
  await call(setPayoutWallet, { chainId, address: another })
  const Key = payoutWalletKeys.payoutWallet('test', chainId)
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
  await call(cancelPayoutWallet, { chainId })
  await checkPayoutWallet('test', chainId)
  expect(await payoutWallet('test', chainId)).toMatchObject({ address: own, changesAt: null })
  await storeItem(table, { ...Item, ...Key })
  const log = logLines()
  await expect(payoutWallet('test', chainId)).rejects.toBeInstanceOf(PayoutWalletTampered)
  await expect(checkPayoutWallet('test', chainId)).rejects.toBeInstanceOf(PayoutWalletTampered)
  const alert = { message: 'sweep alert', UnmatchedFunds: 1, mode: 'test', chainId }
  expect(log.lines()).toEqual([expect.objectContaining(alert), expect.objectContaining(alert)])
  expect(log.text()).toContain('is an earlier one that was put back')
})

it('the sweep knows where sessions may be paid in tokens', async () => {
  const { config } = await serviceFunctions()
  const { takesTokens } = sweepServices(config)
  expect(await takesTokens(rowOf({ chainId }))).toBe(true)
  expect(await takesTokens(rowOf({ chainId: 84532 }))).toBe(false)
})
