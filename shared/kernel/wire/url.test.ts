import { expect, it } from 'vitest'
import { url } from './url.ts'

it.each([
  ['https://shop:secret@shop.example/', /user name/],
  ['https://shop@shop.example/', /user name/],
  ['localhost:3000/hook', /write http:\/\//],
  ['shop.example', /begins with https:\/\//],
])('%s is refused with what to do', (text, told) => {
  expect(url.safeParse(text).error?.issues[0]?.message).toMatch(told)
})
