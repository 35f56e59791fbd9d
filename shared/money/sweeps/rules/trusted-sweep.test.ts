import { describe, expect, it } from 'vitest'
import { aSweep } from '../../../../test/factories.ts'
import type { Attempt, Sweep, SweepItem } from '../../../payments/holdings/rules/sweep.ts'
import type { PayoutInEffect } from '../../payout-wallets/rules/payout-wallet.ts'
import { isOutdated, trustedSweep } from './trusted-sweep.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const [wallet, former, thief] = ['0xAa01', '0xBb02', '0xCc03'] as const
const [deposit, other, gasWallet] = ['0xDd04', '0xDd05', '0xEe06'] as const

const payout: PayoutInEffect = {
  address: wallet,
  former: [former],
  changesAt: null,
  wordsSince: null,
}

const item = (address: string): SweepItem => ({
  sessionId: 'cs_1',
  address,
  derivationIndex: 1,
  amountBase: 5n,
  authorizationNonce: null,
  movedBase: null,
  failure: null,
})

const base: Partial<Sweep> = {
  mode: 'live',
  chainId: 8453,
  recipient: wallet,
  cancelReason: null,
  cancelWords: null,
  gas: 21_000n,
}
const native = aSweep({
  ...base,
  kind: 'native',
  sender: deposit,
  tokenAddress: null,
  items: [item(deposit)],
})
const token = aSweep({ ...native, kind: 'token', tokenAddress: '0xt' })
const authorized = aSweep({
  ...base,
  kind: 'authorized',
  sender: gasWallet,
  tokenAddress: '0xt',
  items: [item(deposit), item(other)],
  validBefore: null,
})
const topUp = aSweep({
  ...base,
  kind: 'top-up',
  sender: gasWallet,
  tokenAddress: '0xt',
  recipient: deposit,
  items: [item(deposit)],
})

const trust = (sweep: Sweep, changes: Partial<Parameters<typeof trustedSweep>[1]> = {}) =>
  trustedSweep(sweep, { mode: 'live', chainId: 8453, payout, now, ...changes })

describe('a stored sweep', () => {
  it.each([
    ['coin', native],
    ['tokens', token],
    ['coin for a token', topUp],
  ])('of %s is signed as it is, if nobody changed it', (_, sweep) => {
    expect(trust(sweep)).toEqual({ sweep })
  })

  it('goes to the payout wallet in effect, if it names that one in other letters, or a former one', () => {
    for (const recipient of [
      wallet.toLowerCase(),
      former,
      former.toUpperCase().replace('X', 'x'),
    ]) {
      expect(trust({ ...native, recipient })).toEqual({ sweep: { ...native, recipient: wallet } })
    }
  })

  it.each([
    ['goes to somebody else', { ...native, recipient: thief }, `would go to ${thief}`],
    ['of tokens goes to somebody else', { ...token, recipient: thief }, `would go to ${thief}`],
    ['by signatures goes to somebody else', { ...authorized, recipient: thief }, 'would go to'],
    ['is of another chain', { ...native, chainId: 1 }, 'is of another chain'],
    ['is of the other mode', { ...native, mode: 'test' }, 'is of another chain'],
    ['is sent by another address', { ...native, sender: other }, 'is sent by another address'],
    ['has two addresses', { ...token, items: [item(deposit), item(other)] }, 'is sent by another'],
    ['has no address', { ...authorized, items: [] }, 'is sent by another address'],
    ['moves a token as coin', { ...native, tokenAddress: '0xt' }, 'moves another asset'],
    ['moves coin as a token', { ...token, tokenAddress: null }, 'moves another asset'],
    ['tops up somebody else', { ...topUp, recipient: thief }, 'sends coin elsewhere'],
    ['tops up two', { ...topUp, items: [item(deposit), item(other)] }, 'sends coin elsewhere'],
  ] as const)('that %s was written by somebody else', (_, sweep, why) => {
    expect(trust(sweep)).toMatchObject({ tampered: { text: expect.stringContaining(why) } })
  })

  it.each([
    ['native', native, 3_000_000n],
    ['top-up', topUp, 3_000_000n],
    ['token', token, 5_000_000n],
    ['authorized', authorized, 18_000_000n],
  ] as const)('of the kind %s burns no more gas than any of its kind', (_, sweep, most) => {
    expect(trust({ ...sweep, gas: most })).toHaveProperty('sweep')
    expect(trust({ ...sweep, gas: most + 1n })).toMatchObject({
      tampered: { words: { name: 'forged_gas' } },
    })
  })

  it('is not signed without a payout wallet, unless it moves nothing of its own', () => {
    expect(trust(native, { payout: undefined })).toHaveProperty('tampered')
    expect(trust(topUp, { payout: undefined })).toEqual({ sweep: topUp })
    const canceled = { ...native, recipient: thief, cancelReason: 'stuck' }
    expect(trust(canceled, { payout: undefined })).toEqual({ sweep: canceled })
    expect(trust({ ...canceled, sender: other })).toHaveProperty('tampered')
  })

  it('is authorized for an hour, and never beyond a change of the payout wallet', () => {
    const until = (changesAt: Date | null) =>
      trust(authorized, { payout: { ...payout, changesAt } })
    const valid = (validBefore: Date) => ({ sweep: { ...authorized, validBefore } })
    expect(until(null)).toEqual(valid(later(60)))
    expect(until(later(61))).toEqual(valid(later(60)))
    expect(until(later(30))).toEqual(valid(later(30)))
    expect(until(later(5))).toEqual(valid(later(5)))
    expect(until(later(4.9))).toMatchObject({ waits: { words: { name: 'payout_wallet_changes' } } })
  })
})

describe('a transaction that was sent', () => {
  const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
    hash: '0x1',
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    valueBase: 0n,
    signedAt: now,
    recipient: wallet,
    isCancellation: false,
    ...changes,
  })
  const sent = (...attempts: Attempt[]) => ({ ...native, attempts })
  const before = attempt({ recipient: former })

  it('is outdated once it goes to a former payout wallet', () => {
    expect(isOutdated(sent(before), payout)).toBe(true)
    expect(isOutdated(sent(attempt()), undefined)).toBe(true)
    expect(isOutdated(sent(before, attempt({ recipient: wallet.toLowerCase() })), payout)).toBe(
      false,
    )
  })

  it('is not if there is none, it moves nothing, or it tops up an address', () => {
    expect(isOutdated(sent(), payout)).toBe(false)
    expect(isOutdated(sent(attempt({ recipient: deposit, isCancellation: true })), payout)).toBe(
      false,
    )
    expect(isOutdated({ ...topUp, attempts: [attempt({ recipient: deposit })] }, payout)).toBe(
      false,
    )
  })
})
