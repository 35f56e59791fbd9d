import { expect, it } from 'vitest'
import { mayPay } from './may-pay.ts'

const since = new Date('2026-02-28T12:00:00Z')
const young = { address: '0xyoung' }
const old = { address: '0xold' }

/** For an instance with an old wallet and one that was sealed just young enough. */
const wallet = async () => ({
  sealedAt: async ({ address }: { address: string }) =>
    address === young.address ? since : new Date(since.getTime() - 1),
})

it.each([
  { of: 'words that are young enough', addresses: [young], expected: true },
  { of: 'older words', addresses: [old], expected: false },
  { of: 'older words beside young ones', addresses: [young, old], expected: false },
])('money of $of goes to a payout wallet of a new wallet: $expected', async (each) => {
  expect(await mayPay(wallet, { wordsSince: since }, each.addresses)).toBe(each.expected)
})

it.each([
  { what: 'a payout wallet that waited', payout: { wordsSince: null } },
  { what: 'no payout wallet', payout: undefined },
])('opens no words for $what', async ({ payout }) => {
  const closed = () => Promise.reject(new Error('the words were opened'))
  expect(await mayPay(closed, payout, [old])).toBe(true)
})
