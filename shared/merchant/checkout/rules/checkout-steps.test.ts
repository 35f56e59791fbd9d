import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { awaitsDetails, isUntouched, mayChooseAsset } from './checkout-steps.ts'

it('a customer chooses, and gives details, only before any payment was seen', () => {
  const of = (changes: Partial<CheckoutSession>) => {
    const session = aSession({ assetSelected: false, linkId: 'pl_1', ...changes })
    return [isUntouched(session), mayChooseAsset(session), awaitsDetails(session)]
  }
  expect(of({})).toEqual([true, true, true])
  expect(of({ status: 'expired' })).toEqual([false, false, false])
  expect(of({ firstSeenAt: later(1) })).toEqual([false, false, false])
  expect(of({ assetSelected: true })).toEqual([true, false, true])
  expect(of({ linkId: null })).toEqual([true, true, false])
  expect(of({ customerEmail: 'a@shop.example' })).toEqual([true, true, false])
})
