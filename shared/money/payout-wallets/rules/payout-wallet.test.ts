import { describe, expect, it } from 'vitest'
import { sealedText } from '../../../../test/webhook-fixture.ts'
import {
  effectiveFrom,
  inEffect,
  isNew,
  nextVersion,
  type PayoutWallet,
  payoutStateContext,
  payoutWalletContext,
  wordsSince,
} from './payout-wallet.ts'

const setAt = new Date('2026-03-01T12:00:00Z')
const later = (hours: number) => new Date(setAt.getTime() + hours * 3_600_000)
const soonBefore = (moment: Date) => new Date(moment.getTime() - 1)

const sealed = sealedText('p')

const address = (name: `0x${string}`, effectiveAt = setAt) => ({
  address: name,
  effectiveAt,
  setIn: 1,
  setAt,
  atOnce: null,
  sealed,
})

const wallet = (changes: Partial<PayoutWallet> = {}): PayoutWallet => ({
  mode: 'live',
  chainId: 8453,
  current: address('0x1'),
  next: null,
  former: [],
  version: 3,
  sealedState: sealed,
  ...changes,
})

describe('a change', () => {
  it('takes effect after 24 hours, unless it may at once', () => {
    expect(effectiveFrom(null, setAt)).toEqual(later(24))
    expect(effectiveFrom('new-wallet', setAt)).toEqual(setAt)
    expect(effectiveFrom('same-address', setAt)).toEqual(setAt)
  })

  it('is in effect from that moment on, and the former address is known', () => {
    const changed = wallet({ next: address('0x2', later(24)), former: ['0x0'] })
    expect(inEffect(changed, soonBefore(later(24)))).toBe(changed)
    expect(inEffect(changed, later(24))).toEqual({
      ...changed,
      current: changed.next,
      next: null,
      former: ['0x1', '0x0'],
    })
    expect(inEffect(wallet(), later(99))).toEqual(wallet())
  })

  it('keeps ten former addresses, the latest first', () => {
    const former = Array.from({ length: 10 }, (_, index) => `0xf${index}` as const)
    const changed = inEffect(wallet({ next: address('0x2'), former }), setAt)
    expect(changed.former).toEqual(['0x1', ...former.slice(0, 9)])
  })

  it('has a version above all that was stored, and above all that the sweep has seen', () => {
    expect(nextVersion(undefined, undefined)).toBe(1)
    expect(nextVersion({ version: 4 }, undefined)).toBe(5)
    expect(nextVersion({ version: 4 }, { version: 9, setIn: 9 })).toBe(10)
    expect(nextVersion({ version: 9 }, { version: 4, setIn: 4 })).toBe(10)
  })
})

it('a wallet is new for a day', () => {
  expect(isNew(setAt, soonBefore(later(24)))).toBe(true)
  expect(isNew(setAt, later(24))).toBe(false)
})

it('an address that took effect at once gets only money of words that were new then, for a day', () => {
  const atOnce = { ...address('0x1'), atOnce: 'new-wallet' } as const
  expect(wordsSince(atOnce, soonBefore(later(24)))).toEqual(later(-24))
  expect(wordsSince(atOnce, later(24))).toBeNull()
  expect(wordsSince({ ...atOnce, atOnce: 'same-address' }, setAt)).toBeNull()
  expect(wordsSince({ ...atOnce, atOnce: null }, setAt)).toBeNull()
})

it('a seal is worth nothing for another item, mode or chain', () => {
  const of = wallet()
  const seals = [of, wallet({ mode: 'test' }), wallet({ chainId: 1 })].flatMap((each) => [
    JSON.stringify(payoutWalletContext(each)),
    JSON.stringify(payoutStateContext(each)),
  ])
  expect(new Set(seals).size).toBe(6)
  expect(payoutWalletContext(of)).toEqual({ item: 'payout-wallet', mode: 'live', chainId: '8453' })
  expect(payoutStateContext(of)).toMatchObject({ item: 'payout-wallet-state' })
})
