import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it('escapes terminal control characters, and nothing else', () => {
  expect(plainText('a\u001B[2Jb\u009Bc\rd\u0000')).toBe('a\\u001b[2Jb\\u009bc\\u000dd\\u0000')
  expect(plainText('invoice \u202Efdp.exe')).toBe('invoice \\u202efdp.exe')
  expect(plainText('a,b\r\nc')).toBe('a,b\r\nc')
  expect(plainText('a\tb\nשלום 👨‍👩‍👧 é')).toBe('a\tb\nשלום 👨‍👩‍👧 é')
})

it('keeps JSON valid', () => {
  const value = { answer: 'a\u009B\u202E\u007Fb\n' }
  expect(JSON.parse(plainText(JSON.stringify(value, null, 2)))).toEqual(value)
})
