import { expect, it } from 'vitest'
import { higherOfTwo, lowerOfTwo } from './of-two.ts'

const stated = (...figures: readonly (readonly [string, bigint])[]) =>
  figures.map(([operator, figure]) => ({ operator, figure }))

it('of two operators, the lower and the higher figure count', () => {
  const two = stated(['a', 9n], ['b', 2n])
  expect([lowerOfTwo(two), higherOfTwo(two)]).toEqual([2n, 9n])
})

it('of three, no operator alone decides, however many nodes it has', () => {
  const low = stated(['liar', 0n], ['liar', 1n], ['a', 5n], ['b', 6n])
  expect(lowerOfTwo(low)).toBe(5n)
  const high = stated(['liar', 900n], ['liar', 800n], ['a', 5n], ['b', 6n])
  expect(higherOfTwo(high)).toBe(6n)
})

it('of one, its own counts', () => {
  const one = stated(['a', 5n], ['a', 7n])
  expect([lowerOfTwo(one), higherOfTwo(one)]).toEqual([5n, 7n])
})
