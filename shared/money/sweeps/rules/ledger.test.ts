import { expect, it } from 'vitest'
import {
  emptyHolding,
  type Holding,
  withWaiting,
} from '../../../payments/holdings/rules/holding.ts'
import { type LedgerLine, withHolding } from './ledger.ts'

const now = new Date('2026-01-01T00:00:00Z')
const coin: Holding = {
  ...emptyHolding({
    mode: 'test',
    sessionId: 'cs_1',
    address: '0x1',
    derivationIndex: 1,
    chainId: 1,
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
  }),
  receivedBase: 100n,
  balanceBase: 60n,
  sweptBase: 37n,
  feeBase: 9n,
  gasBase: 7n,
  missingBase: 1n,
}

const ledger = (...holdings: Holding[]) =>
  holdings.reduce<ReadonlyMap<string, LedgerLine>>(withHolding, new Map())

it('adds what addresses hold, asset by asset', () => {
  const usdc = { ...coin, tokenAddress: '0xt', symbol: 'USDC', decimals: 6 }
  const lines = [...ledger(coin, usdc, coin).values()]
  expect(lines).toEqual([
    {
      chainId: 1,
      symbol: 'ETH',
      tokenAddress: null,
      decimals: 18,
      waiting: {},
      receivedBase: 200n,
      unsweptBase: 120n,
      sweptBase: 74n,
      feeBase: 18n,
      gasBase: 14n,
      missingBase: 2n,
    },
    expect.objectContaining({ symbol: 'USDC', tokenAddress: '0xt', decimals: 6, sweptBase: 37n }),
  ])
  for (const { receivedBase, gasBase, unsweptBase, sweptBase, feeBase, missingBase } of lines) {
    expect(receivedBase + gasBase).toBe(unsweptBase + sweptBase + feeBase + missingBase)
  }
})

it('says how much waits for which reason, at how many addresses', () => {
  const dear = withWaiting(coin, { reason: 'fee_too_high' }, now)
  const refused = withWaiting({ ...coin, balanceBase: 5n }, { reason: 'refused' }, now)
  expect([...ledger(dear, coin, refused, dear).values()].map(({ waiting }) => waiting)).toEqual([
    {
      fee_too_high: { addresses: 2, amountBase: 120n },
      refused: { addresses: 1, amountBase: 5n },
    },
  ])
})
