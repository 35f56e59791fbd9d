import { describe, expect, it } from 'vitest'
import { aSession, aTransfer, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { depositId, openBase, reasonInWindow, unmatchedPart } from './unmatched-deposit.ts'

const settled = { outcome: 'accepted', from: 'expired', at: later(1000), note: 'Late.' } as const
const dismissed = { ...settled, outcome: 'dismissed' } as const
const native = { chainId: 31337, tokenAddress: null }

describe('what of an address’s money is not its session’s own', () => {
  const own = [
    aTransfer({ amountBase: 60n, blockTime: later(900) }),
    aTransfer({ amountBase: 7n, blockTime: later(10) }),
    aTransfer({ amountBase: 30n, orphaned: true }),
  ]
  const received = { seenBase: 60n, confirmedBase: 60n, confirmations: 3 }
  const part = (session: Partial<CheckoutSession>, asset: object, receivedBase = 100n) =>
    unmatchedPart(aSession({ received, ...session }), own, { ...native, ...asset, receivedBase })

  it('is all of another chain or asset', () => {
    const all = { amountBase: 100n }
    expect(part({}, { chainId: 1 })).toEqual({ ...all, reason: 'other_chain' })
    expect(part({}, { tokenAddress: '0x01' })).toEqual({ ...all, reason: 'other_asset' })
  })

  it('is what was not confirmed when it closed, and what came since', () => {
    const after = { reason: 'after_window' }
    expect(part({ status: 'paid' }, {})).toEqual({ ...after, amountBase: 40n })
    expect(part({ status: 'paid' }, {}, 60n)).toEqual({ ...after, amountBase: 0n })
    expect(part({ status: 'paid' }, {}, 50n)).toEqual({ ...after, amountBase: 0n })
    const lost = { seenBase: 90n, confirmedBase: 90n, confirmations: 3 }
    expect(part({ status: 'paid', received: lost }, {})).toEqual({ ...after, amountBase: 33n })
  })

  it('is all of it if a provider paid the session', () => {
    const provider = {
      name: 'moonpay',
      expiresAt: later(4000),
      paymentId: 'mp_1',
      isLeft: false,
    } as const
    const all = { amountBase: 100n, reason: 'already_paid' }
    expect(part({ status: 'paid', provider }, {})).toEqual(all)
    expect(part({ status: 'paid_late', provider }, {})).toEqual(all)
    const other = { ...provider, paymentId: null }
    expect(part({ status: 'paid', provider: other }, {})).toMatchObject({ amountBase: 40n })
  })

  it('is all of it if the session expired on too little, also once an operator accepted that', () => {
    const short = { amountBase: 100n, reason: 'late_and_short' }
    expect(part({ status: 'expired' }, {})).toEqual(short)
    expect(part({ status: 'paid_late', settlement: settled }, {})).toEqual(short)
    const asset = { ...native, receivedBase: 100n }
    const none = unmatchedPart(aSession({ status: 'expired' }), [], asset)
    expect(none).toEqual({ amountBase: 100n, reason: 'after_window' })
  })
})

it.each([
  [{ status: 'paid' }, 'already_paid'],
  [{ status: 'failed' }, 'already_failed'],
  [{ status: 'underpaid' }, undefined],
  [{ status: 'paid_late', settlement: settled }, undefined],
  [{ status: 'failed', settlement: dismissed }, 'already_failed'],
] as const)('money in the window of %j did not count as it was %s', (session, reason) => {
  expect(reasonInWindow(aSession(session))).toBe(reason)
})

it.each([
  [0n, 0n, 0n, 10n],
  [4n, 0n, 0n, 6n],
  [4n, 7n, 0n, 3n],
  [10n, 7n, 0n, 0n],
  [0n, 11n, 0n, 0n],
  [0n, 0n, 10n, 0n],
  [4n, 0n, 6n, 4n],
])(
  'of 10, %d accepted, %d dismissed and %d promised back, %d are undecided',
  (acceptedBase, dismissedBase, promisedBase, open) => {
    expect(openBase({ amountBase: 10n, acceptedBase, dismissedBase, promisedBase })).toBe(open)
  },
)

it('a deposit is named by its asset, apart from what was there before', () => {
  const after = { ...native, reason: 'after_window' } as const
  expect(depositId(after)).toBe('31337:native')
  expect(depositId({ ...after, tokenAddress: '0x01' })).toBe('31337:0x01')
  expect(depositId({ ...after, reason: 'before_session' })).toBe('31337:native:before')
})
