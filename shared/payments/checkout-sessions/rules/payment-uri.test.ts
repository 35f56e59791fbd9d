import { expect, test } from 'vitest'
import { paymentUri } from './payment-uri.ts'

const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('names the address, or the token and its recipient, with amount and chain', () => {
  const coin = { address, chainId: 8453, tokenAddress: null }
  expect(paymentUri({ ...coin, amountBase: 48n })).toBe(`ethereum:${address}@8453?value=48`)
  expect(paymentUri({ ...coin, tokenAddress: '0x0a', amountBase: '7' })).toBe(
    `ethereum:0x0a@8453/transfer?address=${address}&uint256=7`,
  )
})
