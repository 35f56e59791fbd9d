import { expect, test } from 'vitest'
import { firstAddress } from './first-address.ts'

test('is the address that every wallet shows for these words', async () => {
  const words = [...Array<string>(11).fill('test'), 'junk']
  expect(await firstAddress(words)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})
