import { expect, test } from 'vitest'
import { stepOf } from './steps.ts'

test.each([
  ['owner', null, 'owner'],
  ['owner', 'done', 'owner'],
  ['second-factor', 'wallet', 'owner'],
  ['wallet', 'networks', 'wallet'],
  ['networks', null, 'networks'],
  ['networks', 'payment', 'payment'],
  ['payouts', null, 'payouts'],
  ['done', null, 'payment'],
  ['done', 'done', 'done'],
  ['done', 'wallet', 'payment'],
  ['done', 'nonsense', 'payment'],
] as const)('after %s, asked for %s, it continues with %s', (step, asked, next) => {
  expect(stepOf({ step }, asked)).toBe(next)
})
