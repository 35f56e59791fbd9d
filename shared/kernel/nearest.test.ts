import { expect, it } from 'vitest'
import { didYouMean } from './nearest.ts'

it.each([
  ['key', ['keys', 'sweeps'], ' Did you mean "keys"?'],
  ['alarmMail', ['prefix', 'alarmEmail'], ' Did you mean "alarmEmail"?'],
  ['PAYED', ['paid', 'expired', 'pending'], ' Did you mean "paid"?'],
  ['admin', ['links:read', 'links:write'], ''],
  ['x', [], ''],
])('what %s among %j was meant to be', (word, known, expected) => {
  expect(didYouMean(word, known)).toBe(expected)
})
