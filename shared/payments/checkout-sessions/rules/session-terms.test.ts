import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from './checkout-session.ts'
import {
  assetKey,
  chosenTerms,
  isSameAsset,
  lastDeadline,
  underLock,
  windowEnd,
} from './session-terms.ts'

describe('terms', () => {
  const session = aSession()
  const other = {
    lock: { ...session.lock, chainId: 10, expiresAt: later(400) },
    expiresAt: later(400),
    lateUntil: later(1000),
    confirmationsRequired: 9,
  }
  const own = {
    lock: session.lock,
    expiresAt: session.expiresAt,
    lateUntil: session.lateUntil,
    confirmationsRequired: session.confirmationsRequired,
  }

  it('that a customer chose are the session’s, and the earlier ones still count', () => {
    const chosen = chosenTerms(session, other)
    expect(chosen).toEqual({ ...session, ...other, pricing: 'chosen', otherTerms: [own] })
    expect(chosenTerms(chosen, own)).toMatchObject({ ...own, otherTerms: [other] })
    expect(underLock(chosen, session.lock)).toMatchObject({ ...own, otherTerms: [other] })
    for (const changes of [{ amountBase: 1n }, { chainId: 99 }, { tokenAddress: '0xt' }]) {
      expect(underLock(chosen, { ...session.lock, ...changes })).toBeUndefined()
    }
    expect(underLock(chosen, { ...session.lock, expiresAt: later(301) })).toBeUndefined()
  })

  it('that are provisional hold no longer than those that were chosen', () => {
    const soon = { ...other, expiresAt: later(200), lateUntil: later(800) }
    const shortened = { expiresAt: later(200), lateUntil: later(800) }
    const earlierTerms = (of: CheckoutSession) => chosenTerms(of, soon).otherTerms[0]
    expect(earlierTerms(aSession({ pricing: 'provisional' }))).toEqual({
      ...own,
      ...shortened,
      lock: { ...own.lock, expiresAt: later(200) },
    })
    expect(earlierTerms(session)).toEqual(own)
    expect(chosenTerms(aSession({ pricing: 'provisional' }), other).otherTerms[0]).toEqual(own)
  })

  it('that are chosen leave a provider, whose deadline still counts', () => {
    const name = 'moonpay' as const
    const provider = { name, expiresAt: later(5000), paymentId: null, isLeft: false }
    const begun = aSession({ provider })
    expect(chosenTerms(begun, other).provider).toEqual({ ...provider, isLeft: true })
    expect(lastDeadline(begun)).toEqual(later(5000))
    expect(windowEnd(begun)).toEqual(later(5000))
    expect(lastDeadline(aSession())).toEqual(later(300))
    expect(lastDeadline(aSession({ otherTerms: [other] }))).toEqual(later(400))
    expect(windowEnd(aSession())).toEqual(later(900))
  })

  it('share a reading if they are of one asset, with as many confirmations', () => {
    const token = { ...own, lock: { ...own.lock, tokenAddress: '0xt' } }
    const keys = [own, other, token, { ...own, confirmationsRequired: 4 }].map(assetKey)
    expect(keys).toEqual(['31337#native#3', '10#native#9', '31337#0xt#3', '31337#native#4'])
    expect(isSameAsset(own.lock, token.lock)).toBe(false)
    expect(isSameAsset(own.lock, other.lock)).toBe(false)
    expect(isSameAsset(own.lock, { ...own.lock })).toBe(true)
  })
})
