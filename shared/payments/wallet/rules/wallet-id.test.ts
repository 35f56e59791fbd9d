import { expect, it } from 'vitest'
import { byAge, firstWalletId, walletIdAt, walletNumber } from './wallet-id.ts'

it('wallets are numbered in the order in which they were added', () => {
  expect(walletIdAt(12)).toBe('wallet-12')
  expect(walletNumber('wallet-12')).toBe(12)
  expect(walletNumber(firstWalletId)).toBe(1)
  const all = ['wallet-10', 'wallet-9', 'wallet-1'].map((walletId) => ({ walletId }))
  expect(all.toSorted(byAge)).toEqual(all.toReversed())
})
