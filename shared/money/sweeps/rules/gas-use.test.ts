import { expect, it } from 'vitest'
import { aSweep } from '../../../../test/factories.ts'
import type { Attempt, SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import { gasUseOf, noGasUse, sumOfUse, useOfAddresses } from './gas-use.ts'

const item = (amountBase: bigint): SweepItem => ({
  sessionId: 'cs_1',
  address: '0x1',
  derivationIndex: 1,
  amountBase,
  authorizationNonce: null,
  movedBase: null,
  failure: null,
})
const attempt = (maxFeePerGas: bigint): Attempt => ({
  hash: '0x1',
  maxFeePerGas,
  maxPriorityFeePerGas: 1n,
  recipient: '0x1',
  valueBase: 0n,
  isCancellation: false,
  signedAt: new Date(0),
})

it('is the gas limit of a transaction, for each of its addresses', () => {
  const attempts = [attempt(1n)]
  const sweep = aSweep({ kind: 'authorized', gas: 90n, items: [item(5n), item(6n)], attempts })
  expect(gasUseOf(sweep)).toEqual({ transactions: 1, addresses: 2, gasUnits: 90n })
})

it('of a top-up is also the gas that what it sent would have paid for, at its last price', () => {
  const topUp = aSweep({ kind: 'top-up', gas: 90n, items: [item(1_001n)] })
  const use = (...attempts: Attempt[]) => gasUseOf({ ...topUp, attempts }).gasUnits
  expect(use(attempt(1n), attempt(2n), attempt(10n))).toBe(90n + 101n)
  expect(use()).toBe(90n)
  expect(use(attempt(0n))).toBe(90n)
})

it('adds up', () => {
  expect(sumOfUse([])).toEqual(noGasUse)
  expect(sumOfUse([useOfAddresses(2), { transactions: 1, addresses: 3, gasUnits: 7n }])).toEqual({
    transactions: 3,
    addresses: 5,
    gasUnits: 300_007n,
  })
})
