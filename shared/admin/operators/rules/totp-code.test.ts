import { expect, it } from 'vitest'
import { totpDigits, totpStepAt } from './totp-code.ts'

it('a code of an app has six digits, with any spaces, and changes every 30 seconds', () => {
  expect(totpDigits(' 123 456 ')).toBe('123456')
  const no = ['12345', '1234567', '12345a', 'x123456', '']
  expect(no.map(totpDigits)).toEqual(Array(5).fill(undefined))
  const step = (seconds: number) => totpStepAt(new Date(seconds * 1000))
  expect([0, 29.999, 30, 89, 90].map(step)).toEqual([0, 0, 1, 2, 3])
})
