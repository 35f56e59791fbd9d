import { describe, expect, it } from 'vitest'
import { aSession, aTransfer, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import type { Transfer } from './transfer.ts'
import { unexplainedMoney } from './unexplained-money.ts'

const unnamed = (changes: Partial<Transfer> = {}) =>
  aTransfer({ txHash: null, from: null, ...changes })

type Case = {
  session?: Partial<CheckoutSession>
  known?: Transfer[]
  found?: Transfer[]
  balanceBase: bigint
  headTime?: Date
}

function rest({ session = {}, known = [], found = [], balanceBase, headTime = later(50) }: Case) {
  const block = { number: 15n, hash: '0xb5', timestamp: headTime }
  return unexplainedMoney(aSession(session), { known, found }, { balanceBase, block })
}

describe('money that no search explains', () => {
  it('is none if the search found everything, or more', () => {
    expect(rest({ found: [aTransfer()], balanceBase: 1_000_000n })).toEqual([])
    expect(rest({ found: [aTransfer()], balanceBase: 0n })).toEqual([])
  })

  it('stands in the block that was read', () => {
    expect(rest({ found: [aTransfer()], balanceBase: 1_000_007n })).toEqual([
      unnamed({ amountBase: 7n, blockNumber: 15n, blockHash: '0xb5', blockTime: later(50) }),
    ])
  })

  it('keeps the time at which it was first seen, as far as it is still there', () => {
    const known = [unnamed({ amountBase: 5n }), unnamed({ amountBase: 5n, blockNumber: 12n })]
    expect(rest({ known, balanceBase: 10n })).toEqual(known)
    expect(rest({ known, balanceBase: 7n })).toEqual([known[0], { ...known[1], amountBase: 2n }])
    expect(rest({ known, balanceBase: 5n })).toEqual([known[0]])
    expect(rest({ known, balanceBase: 11n })).toHaveLength(3)
  })

  it('is not counted again where the search found it without a transaction', () => {
    const found = [unnamed({ amountBase: 5n })]
    expect(rest({ known: found, found, balanceBase: 5n })).toEqual([])
  })

  it('is found again if what was known has a transaction, left the chain, or was found', () => {
    const known = [
      aTransfer({ amountBase: 5n }),
      unnamed({ amountBase: 5n, orphaned: true }),
      unnamed({ amountBase: 5n, blockNumber: 12n }),
    ]
    const found = [unnamed({ amountBase: 5n, blockNumber: 12n }), aTransfer({ blockNumber: 13n })]
    const anew = unnamed({ amountBase: 2n, blockNumber: 15n, blockHash: '0xb5' })
    expect(rest({ known, found, balanceBase: 1_000_007n })).toEqual([
      { ...anew, blockTime: later(50) },
    ])
  })

  it('is kept beside what the search found in other blocks, or found with a transaction', () => {
    const known = [unnamed({ amountBase: 5n })]
    const found = [aTransfer(), unnamed({ amountBase: 3n, blockNumber: 12n })]
    expect(rest({ known, found, balanceBase: 1_000_008n })).toEqual(known)
  })

  it('counts as on time where no scan had gone past the deadline before', () => {
    const late = { balanceBase: 5n, headTime: later(400) }
    const fraction = { expiresAt: new Date(later(300).getTime() + 999) }
    expect(rest({ ...late, session: fraction })[0]?.blockTime).toEqual(later(300))
    expect(rest({ ...late, session: { status: 'expired' } })[0]?.blockTime).toEqual(later(400))
  })
})
