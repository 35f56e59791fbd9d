import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { encodeTransfer } from './encode-transfer.ts'

const addresses = [
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '0x000000000000000000000000000000000000dEaD',
] as const

test.each([0n, 1n, 120_000_000n, 2n ** 64n, maxUint256])(
  '%d units, as viem writes them',
  (units) => {
    for (const to of addresses) {
      const args = [to, units] as const
      const expected = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      expect(encodeTransfer(to, units)).toBe(expected)
    }
  },
)
