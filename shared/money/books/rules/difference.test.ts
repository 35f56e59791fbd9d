import { describe, expect, it } from 'vitest'
import { type Difference, type Finding, findingId, isReportable, nextCheck } from './difference.ts'

const seenAt = new Date('2026-03-10T02:10Z')
const later = (minutes: number) => new Date(seenAt.getTime() + minutes * 60_000)

const finding = (...differences: Partial<Difference>[]): Finding => ({
  chainId: 1,
  sessionId: 'cs_1',
  address: '0x1',
  firstSeenAt: seenAt,
  checkAt: seenAt,
  reportedAt: null,
  differences: differences.map((one) => ({
    kind: 'received',
    tokenAddress: null,
    said: 5n,
    shown: 0n,
    txHash: null,
    ...one,
  })),
})

describe('its owner is notified', () => {
  it('at once, if the service says more than the chain shows', () => {
    expect(isReportable(finding({ said: 5n, shown: 4n }), seenAt)).toBe(true)
    expect(isReportable(finding({ kind: 'counted', said: 5n, shown: 4n }), seenAt)).toBe(true)
    expect(isReportable(finding({ kind: 'unnamed', said: 0n, shown: 4n }), seenAt)).toBe(true)
  })

  it('after 26 hours of money that is only not noticed yet', () => {
    const more = finding({ said: 4n, shown: 5n }, { kind: 'counted', said: 4n, shown: 5n })
    expect(isReportable(more, later(26 * 60 - 1))).toBe(false)
    expect(isReportable(more, later(26 * 60))).toBe(true)
  })

  it('of nothing while nothing can be compared', () => {
    expect(isReportable(finding(), later(9999))).toBe(false)
  })
})

it('is read again soon, then hourly, and daily once its owner knows', () => {
  const open = finding({})
  expect(nextCheck(open, seenAt)).toEqual(later(5))
  expect(nextCheck(open, later(20))).toEqual(later(40))
  expect(nextCheck(open, later(600))).toEqual(later(660))
  expect(nextCheck({ ...open, reportedAt: seenAt }, later(10))).toEqual(later(10 + 24 * 60))
})

it('is the same in whatever order and whenever it was found, and another one once anything differs', () => {
  const [one, two] = [{ kind: 'nonce', said: 1n, shown: 2n }, { txHash: '0xab' }] as const
  const id = findingId(finding(one, two))
  expect(id).toMatch(/^diff_[0-9a-f]{24}$/)
  expect(findingId({ ...finding(two, one), reportedAt: seenAt, checkAt: later(9) })).toBe(id)
  const others = [
    finding(one),
    finding({ ...one, shown: 3n }, two),
    finding({ ...one, said: 3n }, two),
    finding({ ...one, tokenAddress: '0x1' }, two),
    finding(one, { txHash: '0xac' }),
    { ...finding(one, two), sessionId: 'cs_2' },
    { ...finding(one, two), chainId: 10 },
  ]
  expect(new Set([id, ...others.map(findingId)]).size).toBe(8)
})
