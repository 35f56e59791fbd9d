import { describe, expect, it } from 'vitest'
import { railParts } from './rail-parts.ts'

const at = '2026-11-18T13:49:02.000Z'
const end = '2026-11-18T14:02:31.000Z'
const terms = {
  chainId: 1,
  chainName: 'Ethereum',
  asset: 'ETH',
  amount: '1',
  unitPriceUsd: '3000',
  priceUntil: end,
  expiresAt: end,
  lateUntil: end,
  confirmationsRequired: 3,
}
const moments = { firstSeenAt: null, paidAt: null, closedAt: null }
const received = (confirmations: number) => ({ confirmed: '0', pending: '0', confirmations })
const states = (changes: Partial<Parameters<typeof railParts>[0]>) =>
  railParts({ status: 'pending', terms, received: received(0), ...moments, ...changes }).map(
    ({ name, state, at: when }) => [name, state, ...(when === null ? [] : [when])].join(' '),
  )

describe('how far a payment is', () => {
  it('waits for the customer until money is seen, and then for confirmations', () => {
    expect(states({})).toEqual(['sent current', 'confirmed ahead', 'result ahead'])
    const seen = { status: 'detected', firstSeenAt: at } as const
    expect(states({ ...seen, received: received(2) })).toEqual([
      `sent done ${at}`,
      'confirmed current',
      'result ahead',
    ])
    expect(states({ ...seen, received: received(3) })[1]).toBe('confirmed done')
  })

  it('ends with its outcome', () => {
    const short = { status: 'underpaid', firstSeenAt: at, closedAt: end } as const
    expect(states({ ...short, received: received(9) })).toEqual([
      `sent done ${at}`,
      'confirmed done',
      `result done ${end}`,
    ])
    expect(states({ status: 'expired', closedAt: end })).toEqual([
      'sent ahead',
      'confirmed ahead',
      `result done ${end}`,
    ])
    expect(states({ status: 'failed', firstSeenAt: at, closedAt: end })[1]).toBe('confirmed ahead')
  })

  it('has no confirmations of what a provider reported', () => {
    expect(states({ status: 'paid', paidAt: end, closedAt: end })).toEqual([
      `sent done ${end}`,
      `result done ${end}`,
    ])
  })
})
