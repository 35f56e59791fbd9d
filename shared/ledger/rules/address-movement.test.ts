import { expect, it } from 'vitest'
import { isOwnGas, type OwnMovement, receivedBase } from './address-movement.ts'

const movement = (kind: OwnMovement['kind'], amountBase: bigint, blockNumber: bigint) => ({
  ...{ kind, amountBase, blockNumber, chainId: 1, tokenAddress: null, txHash: `0x${blockNumber}` },
})
const movements = [movement('gas', 5n, 10n), movement('sweep', 90n, 11n), movement('fee', 3n, 11n)]

it.each([
  { when: 'before anything was moved', balance: 100n, upTo: 9n, received: 100n },
  { when: 'with gas of ours in it', balance: 105n, upTo: 10n, received: 100n },
  { when: 'after the sweep', balance: 12n, upTo: 11n, received: 100n },
  { when: 'with more money since', balance: 19n, upTo: 12n, received: 107n },
])('what came is the same $when', ({ balance, upTo, received }) => {
  expect(receivedBase(balance, movements, upTo)).toBe(received)
})

it('gas that we sent is told from what a customer sent', () => {
  expect(isOwnGas({ txHash: '0x10' }, movements)).toBe(true)
  expect(isOwnGas({ txHash: '0x11' }, movements)).toBe(false)
  expect(isOwnGas({ txHash: null }, movements)).toBe(false)
})
