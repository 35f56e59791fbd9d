import { expect, it } from 'vitest'
import { refundName } from './refund.ts'

it('a refund has one name, however it is typed', () => {
  const byHash = (hash: string, chainId = 8453) =>
    refundName({ proof: { kind: 'transaction', chainId, hash, recipient: null } })
  expect(byHash('0xABC')).toBe('8453#0xabc')
  expect(byHash('0xabc', 1)).toBe('1#0xabc')
  expect(refundName({ proof: { kind: 'reference', reference: 'SEPA-7' } })).toBe('reference#sepa-7')
})
