import { expect, it } from 'vitest'
import { movedByLogs } from './moved-by-logs.ts'

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const [token, from, to, fees] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`)
if (!token || !from || !to || !fees) throw new Error('four addresses')

const topic = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`
const word = (base: number) => `0x${base.toString(16).padStart(64, '0')}`
const log = (base: number, recipient = to) => ({
  address: token,
  data: word(base),
  topics: [transfer, topic(from), topic(recipient)],
})

const moved = (...logs: Parameters<typeof movedByLogs>[0]) => movedByLogs(logs, { token, from, to })

it('what left is all that the address sent, and what arrived is the recipient’s part', () => {
  expect(moved(log(95), log(5, fees))).toEqual({ leftBase: 100n, arrivedBase: 95n })
  expect(moved()).toEqual({ leftBase: 0n, arrivedBase: 0n })
})

it('letters may be of either case', () => {
  const upper = { ...log(7), address: token.toUpperCase().replace('X', 'x') }
  expect(moved(upper)).toEqual({ leftBase: 7n, arrivedBase: 7n })
})

it.each([
  ['of another token', { ...log(7), address: fees }],
  ['of another address', { ...log(7), topics: [transfer, topic(fees), topic(to)] }],
  ['that isn’t a transfer', { ...log(7), topics: [topic(token), topic(from), topic(to)] }],
  ['of a single token of a collection', { ...log(7), topics: [...log(7).topics, word(1)] }],
  ['with fewer topics', { ...log(7), topics: [transfer, topic(from)] }],
  ['without an amount', { ...log(7), data: '0x' }],
  ['with more than an amount', { ...log(7), data: `${word(7)}00` }],
  ['with an amount that isn’t a number', { ...log(7), data: `x${word(7)}` }],
])('an event %s moves nothing', (_, event) => {
  expect(moved(event)).toEqual({ leftBase: 0n, arrivedBase: 0n })
})
