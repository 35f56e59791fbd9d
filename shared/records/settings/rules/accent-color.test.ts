import { expect, it } from 'vitest'
import { textColorOn } from './accent-color.ts'

it.each([
  ['#0b5d4e', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#5cc4ac', '#1b1a17'],
  ['#ffffff', '#1b1a17'],
  // White reaches 4.54:1, the dark text only 3.8:1.
  ['#767676', '#ffffff'],
  // 4.48:1 and 3.9:1
  ['#777777', undefined],
  ['#7c7c7c', undefined],
])('on %s, text is %s', (accent, text) => {
  expect(textColorOn(accent)).toBe(text)
})
