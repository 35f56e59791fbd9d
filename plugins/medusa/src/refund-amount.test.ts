import { expect, it } from 'vitest'
import { refundAmount } from './refund-amount.ts'

/** 24.99 EUR, of which this was due and this was received, in units of 10^-decimals. */
function paid(due: bigint, received = due, decimals = 6) {
  const amounts = [due, received].map((base) => ({ base: `${base}`, formatted: '', decimals }))
  const [amount, amountReceived] = amounts
  if (!amount || !amountReceived) throw new Error('there are two')
  return {
    amount: { ...amount, wei: '', eth: '' },
    amountReceived,
    fiat: { amount: '24.99', currency: 'EUR' },
  }
}

it('is the whole amount for the whole price, with all its digits', () => {
  expect(refundAmount(paid(10_796_000_000_000_001n, undefined, 18), '24.99')).toBe(
    '0.010796000000000001',
  )
})

it('is a part at the rate of the payment, rounded down, so that parts never exceed the whole', () => {
  const parts = ['8.33', '8.33', '8.33'].map((part) => Number(refundAmount(paid(100n), part)))
  expect(parts).toEqual([0.000033, 0.000033, 0.000033])
})

it('is of what was due if more was received, and of what was received if less was accepted', () => {
  expect(refundAmount(paid(27_000_000n, 30_000_000n), 24.99)).toBe('27')
  expect(refundAmount(paid(27_000_000n, 20_000_000n), { value: '24.99' })).toBe('20')
})
