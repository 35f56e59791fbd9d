import { expect, it } from 'vitest'
import { targetOf } from './work.ts'

it.each([
  [{ id: 'cs_1', mode: 'live' }, 'cs_1'],
  [{ mode: 'live', from: 0 }, 'live'],
  [{ chainId: 1 }, ''],
  [undefined, ''],
])('is about the record that its input names, else about the mode: %j', (input, target) => {
  expect(targetOf(input)).toBe(target)
})
