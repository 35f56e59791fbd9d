import { expect, it } from 'vitest'
import { forwardTarget } from './forward-target.ts'

it.each([
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  // Without the host, URL would read a number as an IPv4 address.
  ['3000', 'http://localhost:3000/'],
  [':3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['https://shop.example/hook', 'https://shop.example/hook'],
])('%s is %s', (text, url) => {
  expect(forwardTarget(text)?.href).toBe(url)
})

it('refuses anything else', () => {
  for (const text of ['a b', '99999']) expect(() => forwardTarget(text)).toThrow(/^--forward must/)
})
