import { expect, it } from 'vitest'
import { foundOn } from './found-on.ts'

it('names what arrived on a network, whether or not it counts', () => {
  const payment = {
    terms: {
      chainId: 42161,
      chainName: 'Arbitrum One',
      asset: 'USDC',
      amount: '120',
      unitPriceUsd: '1',
      priceUntil: '',
      expiresAt: '',
      lateUntil: '',
      confirmationsRequired: 3,
    },
    received: { confirmed: '118.5', pending: '0', confirmations: 3 },
    unmatchedDeposits: [
      {
        id: '8453:native',
        chainId: 8453,
        chainName: 'Base',
        asset: 'ETH',
        amount: '0.0004',
        reason: 'other_chain',
        seenAt: '',
      } as const,
    ],
  }
  expect(foundOn(payment, 'Arbitrum One')).toEqual(['118.5 USDC'])
  expect(foundOn(payment, 'Base')).toEqual(['0.0004 ETH'])
  expect(foundOn(payment, 'Ethereum')).toEqual([])
})
