import { expect, it } from 'vitest'
import { type LeftOut, stillMissing } from './left-out.ts'

const leftOut: LeftOut = {
  wallets: ['wallet-1', 'wallet-2'].map((walletId) => ({
    walletId,
    firstAddresses: { live: '0x1', test: '0x2' },
  })),
  networks: [
    { mode: 'live', chainId: 1 },
    { mode: 'live', chainId: 10 },
    { mode: 'test', chainId: 31_337 },
  ],
  notifiers: [
    { mode: 'live', notifier: 'alchemy' },
    { mode: 'test', notifier: 'quicknode' },
  ],
  integrations: [
    { mode: 'live', provider: 'moonpay' },
    { mode: 'test', provider: 'transak' },
  ],
  payoutWallets: [],
}

it('a mode lacks what it had and has not entered yet; wallets are of both', () => {
  const nothing = { walletIds: [], chainIds: [], notifiers: [], providers: [] }
  expect(stillMissing(leftOut, 'live', nothing)).toEqual({
    walletIds: ['wallet-1', 'wallet-2'],
    chainIds: [1, 10],
    notifiers: ['alchemy'],
    providers: ['moonpay'],
  })
  const some = { ...nothing, walletIds: ['wallet-1'], chainIds: [10], notifiers: ['alchemy'] }
  expect(stillMissing(leftOut, 'live', some)).toEqual({
    walletIds: ['wallet-2'],
    chainIds: [1],
    notifiers: [],
    providers: ['moonpay'],
  })
  expect(stillMissing(leftOut, 'test', { ...nothing, providers: ['transak'] })).toEqual({
    walletIds: ['wallet-1', 'wallet-2'],
    chainIds: [31_337],
    notifiers: ['quicknode'],
    providers: [],
  })
})
