import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkProperty } from '../../../../test/check-property.ts'
import {
  emptyHolding,
  type Holding,
  released,
  withBalance,
  withMoved,
  withoutMoved,
  withWaiting,
} from './holding.ts'

const now = new Date('2026-01-01T00:00:00Z')
const empty = emptyHolding({
  mode: 'test',
  sessionId: 'cs_1',
  address: '0x1',
  derivationIndex: 1,
  chainId: 1,
  symbol: 'ETH',
  tokenAddress: null,
  decimals: 18,
})

const holds = ({ receivedBase, gasBase, balanceBase, sweptBase, feeBase, missingBase }: Holding) =>
  receivedBase + gasBase === balanceBase + sweptBase + feeBase + missingBase

it('received + gas = balance + swept + fees + missing, after any steps in any order', () => {
  const amount = fc.bigInt({ min: 0n, max: 1_000n })
  const block = fc.bigInt({ min: 0n, max: 50n })
  const read = fc.record({ balanceBase: amount, blockNumber: block })
  const moved = fc.record({
    sweptBase: amount,
    feeBase: amount,
    gasBase: amount,
    blockNumber: block,
  })
  const steps = fc.array(fc.oneof(read, moved), { maxLength: 20 })
  checkProperty(
    fc.property(steps, (all) => {
      let holding = empty
      for (const step of all) {
        const before = holding
        holding =
          'balanceBase' in step
            ? withBalance(holding, step)
            : withMoved(holding, step, step.blockNumber)
        expect(holds(holding)).toBe(true)
        expect(holding.receivedBase).toBeGreaterThanOrEqual(before.receivedBase)
      }
    }),
  )
})

it('money that appears was received, and money that disappears is missing until it is back', () => {
  const paid = withBalance(empty, { balanceBase: 9n, blockNumber: 5n })
  expect(paid).toMatchObject({ receivedBase: 9n, missingBase: 0n })
  const gone = withBalance(paid, { balanceBase: 2n, blockNumber: 6n })
  expect(gone).toMatchObject({ receivedBase: 9n, missingBase: 7n })
  expect(withBalance(gone, { balanceBase: 9n, blockNumber: 7n }).missingBase).toBe(0n)
})

it('an older balance changes nothing', () => {
  const paid = withBalance(empty, { balanceBase: 9n, blockNumber: 5n })
  expect(withBalance(paid, { balanceBase: 0n, blockNumber: 4n })).toBe(paid)
})

it('a sweep counts once, whether its block was read before or not', () => {
  const paid = withBalance(empty, { balanceBase: 9n, blockNumber: 5n })
  const moved = { sweptBase: 7n, feeBase: 2n, gasBase: 0n }
  const unread = withMoved(paid, moved, 6n)
  const alreadyRead = withMoved(withBalance(paid, { balanceBase: 0n, blockNumber: 6n }), moved, 6n)
  for (const holding of [unread, alreadyRead]) {
    expect(holding).toMatchObject({ balanceBase: 0n, receivedBase: 9n, missingBase: 0n })
  }
})

it('what arrives during a sweep stays due after it', () => {
  const swept = { ...empty, sweepId: 'sw_1', sweepCount: 3 }
  expect(released(swept, { failure: null, isSwept: true, now })).toMatchObject({
    dueSince: null,
    sweepCount: 4,
  })
  const marked = { ...swept, dueSince: now }
  expect(released(marked, { failure: null, isSwept: true, now })).toMatchObject({
    dueSince: now,
    checkAt: now,
  })
})

it('what a sweep left behind waits, with the same authorization', () => {
  const failed = released(
    { ...empty, sweepCount: 3 },
    { failure: { cause: 'It is blacklisted.', ranOutOf: null }, isSwept: false, now },
  )
  expect(failed).toMatchObject({ sweepCount: 3, dueSince: now, sweepId: null })
  expect(failed.waiting).toMatchObject({ reason: 'refused', details: 'It is blacklisted.' })
})

it('what a sweep that was replaced had reserved keeps its authorization', () => {
  const free = released(
    { ...empty, sweepCount: 3, sweepId: 'sw_1' },
    { failure: null, isSwept: false, now },
  )
  expect(free.sweepCount).toBe(3)
})

it('what waits for long is checked rarely', () => {
  const waits = withWaiting(empty, { reason: 'fee_too_high' }, now)
  const later = new Date(now.getTime() + 3_600_000)
  const longer = withWaiting(waits, { reason: 'fee_too_high' }, later)
  expect(longer.checkAt?.getTime()).toBe(later.getTime() + 3_600_000)
})

it('says since when it waits for a reason', () => {
  const later = new Date(now.getTime() + 1)
  const waits = withWaiting(empty, { reason: 'fee_too_high' }, now)
  expect(withWaiting(waits, { reason: 'fee_too_high' }, later).waiting?.since).toEqual(now)
  expect(withWaiting(waits, { reason: 'below_minimum' }, later).waiting?.since).toEqual(later)
  const until = new Date(now.getTime() + 3_600_000)
  expect(withWaiting(empty, { reason: 'below_minimum', until }, now).checkAt).toEqual(until)
  expect(withWaiting(empty, { reason: 'below_minimum', until: now }, now).checkAt).not.toEqual(now)
})

it('coin that the gas wallet sent was not received, and a sweep that was undone leaves no trace', () => {
  const paid = withBalance(empty, { balanceBase: 9n, blockNumber: 5n })
  const moved = { sweptBase: 8n, feeBase: 4n, gasBase: 3n }
  const swept = withMoved(paid, moved, 6n)
  expect(swept).toMatchObject({ balanceBase: 0n, receivedBase: 9n, gasBase: 3n, feeBase: 4n })
  expect(withMoved(swept, { ...moved, sweptBase: 0n, feeBase: 3n }, 7n).gasBase).toBe(6n)
  const undone = withoutMoved(swept, moved, { balanceBase: 9n, blockNumber: 4n })
  expect(undone).toEqual({ ...paid, readAtBlock: 4n })
})

it('what was refused is tried again hourly, and daily once it has waited for a day', () => {
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const refused = withWaiting(empty, { reason: 'refused' }, now)
  expect(refused.checkAt).toEqual(at(1))
  const again = (hours: number) => withWaiting(refused, { reason: 'refused' }, at(hours)).checkAt
  expect(again(23)).toEqual(at(24))
  expect(again(24)).toEqual(at(48))
})

it('what a sweep left at the address is due again', () => {
  const left = { ...empty, sweepId: 'sw_1', balanceBase: 2n }
  expect(released(left, { failure: null, isSwept: true, now })).toMatchObject({
    dueSince: now,
    checkAt: now,
    sweepId: null,
  })
})
