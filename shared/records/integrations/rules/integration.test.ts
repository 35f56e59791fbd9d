import { describe, expect, it } from 'vitest'
import { sealedText } from '../../../../test/webhook-fixture.ts'
import {
  accountsAfter,
  accountsAt,
  type Integration,
  inEffect,
  type ProviderAccount,
  withoutReplacement,
} from './integration.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const account = (number: number): ProviderAccount => ({
  account: number,
  credentials: sealedText(`${number}`),
  fingerprint: `f${number}`,
  wallet: `0x${number}`,
})

const integration = (changes: Partial<Integration> = {}): Integration => ({
  ...account(1),
  mode: 'live',
  provider: 'moonpay',
  version: 1,
  isEnabled: true,
  next: null,
  past: [],
  setAt: now,
  ...changes,
})

const replaced = integration({ next: { ...account(2), from: later(24) }, past: [account(0)] })

describe('a replacement', () => {
  it('takes effect at its time, and orders of the former account are still known', () => {
    expect(inEffect(replaced, later(23))).toBe(replaced)
    expect(inEffect(replaced, later(24))).toEqual(
      integration({ ...account(2), next: null, past: [account(1), account(0)] }),
    )
    expect(inEffect(integration(), later(99))).toEqual(integration())
    expect(accountsAt(replaced, now)).toEqual([account(1), account(0)])
    expect(accountsAt(replaced, later(24))).toEqual([account(2), account(1), account(0)])
  })

  it('keeps ten former accounts', () => {
    const past = Array.from({ length: 10 }, (_, index) => account(20 + index))
    const after = inEffect({ ...replaced, past }, later(24))
    expect(after.past).toEqual([account(1), ...past.slice(0, 9)])
    const left = withoutReplacement({ ...replaced, past }, { pendingAt: now, now: later(25) })
    expect(left?.left.past).toEqual([account(2), ...past.slice(0, 9)])
  })

  const { account: _, ...given } = account(9)
  const set = (before: Integration, changes: object = {}) =>
    accountsAfter(before, { ...given, isSame: false, ...changes }, now)

  it('by another account takes 24 hours, and has a number that none had', () => {
    expect(set(integration({ past: [account(4)] }))).toEqual({
      ...account(1),
      next: { ...given, account: 5, from: later(24) },
      past: [account(4)],
    })
  })

  it('by new keys of the same account takes effect at once', () => {
    expect(set(replaced, { isSame: true })).toEqual({
      ...given,
      account: 1,
      next: null,
      past: [account(0)],
    })
  })

  it('that waits is not set back if it is set again', () => {
    const again = set(replaced, { fingerprint: 'f2', wallet: '0xnew' })
    expect(again).toEqual({
      ...account(1),
      next: { account: 2, ...given, fingerprint: 'f2', wallet: '0xnew', from: later(24) },
      past: [account(0)],
    })
  })

  it('ends if the account in use is set again', () => {
    expect(set(replaced, { fingerprint: 'f1' })).toEqual({
      ...account(1),
      next: null,
      past: [account(0)],
    })
  })

  it('is canceled as it was at a moment; what took effect since stays known', () => {
    const at = (pendingAt: Date, time: Date) =>
      withoutReplacement(replaced, { pendingAt, now: time })
    expect(at(now, later(23))).toEqual({
      left: { ...replaced, next: null },
      canceled: replaced.next,
    })
    expect(at(now, later(24))?.left).toEqual({
      ...replaced,
      next: null,
      past: [account(2), account(0)],
    })
    expect(at(later(24), later(25))).toBeUndefined()
    expect(withoutReplacement(integration(), { pendingAt: now, now })).toBeUndefined()
  })
})
