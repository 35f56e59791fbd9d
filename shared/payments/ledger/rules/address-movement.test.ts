import { expect, it } from 'vitest'
import {
  isOwnGas,
  type OpeningHolding,
  type OwnMovement,
  receivedBase,
} from './address-movement.ts'

const movement = (kind: OwnMovement['kind'], amountBase: bigint, blockNumber: bigint) => ({
  kind,
  amountBase,
  blockNumber,
  chainId: 1,
  tokenAddress: null,
  txHash: `0x${blockNumber}`,
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

it.each([
  { when: 'in an older block', balance: 60n, upTo: 7n, received: 0n },
  { when: 'in its block', balance: 60n, upTo: 8n, received: 0n },
  { when: 'with a base unit more', balance: 41n, upTo: 9n, received: 1n },
  { when: 'with money since', balance: 140n, upTo: 9n, received: 100n },
  { when: 'after the sweep', balance: 52n, upTo: 11n, received: 100n },
  { when: 'when less of it is left', balance: 30n, upTo: 9n, received: 0n },
])('what was there before the session does not count $when', ({ balance, upTo, received }) => {
  const asset = { chainId: 1, tokenAddress: null, blockHash: '0xb8' }
  const opening: OpeningHolding = { ...asset, kind: 'opening', amountBase: 40n, blockNumber: 8n }
  expect(receivedBase(balance, [opening, ...movements], upTo)).toBe(received)
  expect(receivedBase(100n, [{ ...opening, amountBase: 0n }], 8n)).toBe(100n)
})

it('distinguishes gas that we sent from what a customer sent', () => {
  expect(isOwnGas({ txHash: '0x10' }, movements)).toBe(true)
  expect(isOwnGas({ txHash: '0x11' }, movements)).toBe(false)
  expect(isOwnGas({ txHash: null }, movements)).toBe(false)
})
