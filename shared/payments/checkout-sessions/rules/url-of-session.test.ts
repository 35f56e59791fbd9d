import { expect, it } from 'vitest'
import { urlOfSession } from './url-of-session.ts'

it('has the id wherever the placeholder is, also if it is percent-encoded', () => {
  const of = (url: string | null) => urlOfSession(url, 'cs_1')
  expect(of('https://shop.example/{CHECKOUT_SESSION_ID}?s={CHECKOUT_SESSION_ID}#x')).toBe(
    'https://shop.example/cs_1?s=cs_1#x',
  )
  expect(of('https://shop.example/?s=%7bCHECKOUT_SESSION_ID%7D')).toBe(
    'https://shop.example/?s=cs_1',
  )
  expect(of('https://shop.example/{ORDER}')).toBe('https://shop.example/{ORDER}')
  expect(of(null)).toBeNull()
})
