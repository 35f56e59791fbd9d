import { expect, it } from 'vitest'
import { later } from '../../../../test/factories.ts'
import { closedSession } from './closed-session.ts'

it('a session that stands for a lost one is over, over nothing, and has its address', () => {
  const asset = { symbol: 'USDC', tokenAddress: '0xt', decimals: 6 }
  const session = closedSession(
    { index: 712, address: '0xa', chainId: 8453, asset },
    { id: 'cs_1', mode: 'live', createdAt: later(0), closedAt: later(9) },
  )
  expect(session).toMatchObject({
    id: 'cs_1',
    mode: 'live',
    status: 'expired',
    address: '0xa',
    derivationIndex: 712,
    createdAt: later(0),
    updatedAt: later(0),
    closedAt: later(9),
    paidAt: null,
    expiresAt: later(0),
    lateUntil: later(0),
    fiat: { amount: '0.00', currency: 'USD' },
    lock: {
      chainId: 8453,
      asset: 'USDC',
      tokenAddress: '0xt',
      decimals: 6,
      amountBase: 0n,
      expiresAt: later(0),
    },
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    metadata: { restored: 'address 712' },
    settlement: null,
    provider: null,
    otherTerms: [],
  })
})
