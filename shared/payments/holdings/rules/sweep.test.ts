import { expect, it } from 'vitest'
import { aSweep } from '../../../../test/factories.ts'
import {
  type Attempt,
  attemptOf,
  isActive,
  isCancelable,
  isFromDepositAddress,
  sweepKinds,
  sweepStatuses,
} from './sweep.ts'

it('a sweep needs work until it has ended, and can be canceled until it is mined', () => {
  expect(sweepStatuses.filter((status) => isCancelable({ status }))).toEqual([
    ...['planned', 'signed', 'broadcast'],
  ])
  expect(sweepStatuses.filter((status) => isActive({ status }))).toEqual([
    ...['planned', 'signed', 'broadcast', 'mined', 'reorged'],
  ])
})

it('a deposit address sends its coin, and its tokens itself; the gas wallet sends the rest', () => {
  expect(sweepKinds.filter((kind) => isFromDepositAddress({ kind }))).toEqual(['native', 'token'])
})

it('an attempt is found by its hash', () => {
  const attempts = ['0x1', '0x2'].map(
    (hash): Attempt => ({
      hash,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      recipient: '0x1',
      valueBase: 0n,
      isCancellation: false,
      signedAt: new Date(0),
    }),
  )
  expect(attemptOf(aSweep({ attempts }), '0x2')).toBe(attempts[1])
  expect(attemptOf(aSweep({ attempts }), '0x3')).toBeUndefined()
})
