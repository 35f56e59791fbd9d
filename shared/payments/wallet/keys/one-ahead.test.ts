import { expect, it } from 'vitest'
import { oneAhead } from './one-ahead.ts'

function fixture() {
  const derived: number[] = []
  const waiting: (() => void)[] = []
  const addressAt = oneAhead(
    (index) => {
      derived.push(index)
      return `0x${index}`
    },
    (work) => waiting.push(work),
  )
  const idle = () => {
    for (const work of waiting.splice(0)) work()
  }
  return { derived, addressAt, idle }
}

it('has the next address ready', () => {
  const { derived, addressAt, idle } = fixture()
  expect(addressAt(7)).toBe('0x7')
  idle()
  expect(derived).toEqual([7, 8])
  expect(addressAt(8)).toBe('0x8')
  expect(derived).toEqual([7, 8])
})

it('returns the right address for any index, whether or not there was time', () => {
  const { addressAt, idle } = fixture()
  expect([7, 7, 9, 8].map(addressAt)).toEqual(['0x7', '0x7', '0x9', '0x8'])
  idle()
  expect([7, 10, 9].map(addressAt)).toEqual(['0x7', '0x10', '0x9'])
})

it('stops at the last index', () => {
  const { derived, addressAt, idle } = fixture()
  addressAt(2 ** 31 - 1)
  idle()
  expect(derived).toEqual([2 ** 31 - 1])
})
