import { expect, it } from 'vitest'
import { nextClosedLookAt } from '../../shared/domain/unmatched-deposit.ts'
import { later } from '../factories.ts'
import { openTill } from './till.ts'

type Address = `0x${string}`

it('money that no session counts is noted: after the window, and in another asset', async () => {
  const till = await openTill()
  const session = await till.openSession()
  const address = session.address as Address
  await till.chain.send({ to: address, value: 400_000n })
  await till.mine(95)
  await till.reconcile()
  await till.mine(10)
  await till.reconcile()
  await till.mine(10)
  await till.reconcile()
  expect(await till.statusOf(session)).toBe('underpaid')

  await till.chain.mintUsdc(address, 5_000_000n)
  await till.chain.send({ to: address, value: 700_000n })
  await till.mine(61)
  expect(await till.lookAtClosed()).toBe(1)
  expect(await till.statusOf(session)).toBe('underpaid')
  const noted = await till.unmatched()
  expect(noted).toHaveLength(2)
  expect(noted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'ETH', amountBase: 700_000n, reason: 'after_window' }),
      expect.objectContaining({ symbol: 'USDC', amountBase: 5_000_000n, reason: 'other_asset' }),
    ]),
  )
  expect(await till.lookAtClosed()).toBe(0)
})

it('looks every ten minutes for a day, daily for 90 days, then only when asked', () => {
  const closedAt = later(0)
  const next = (hours: number) => nextClosedLookAt(closedAt, later(hours * 3600))
  expect(next(0)).toEqual(later(600))
  expect(next(23)).toEqual(later(23 * 3600 + 600))
  expect(next(24)).toEqual(later(48 * 3600))
  expect(next(90 * 24 - 1)).toEqual(later((91 * 24 - 1) * 3600))
  expect(next(90 * 24)).toBeNull()
})
